//! Links as QR codes.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use qrcode::{EcLevel, QrCode, render::svg};

/// A link as a QR code in SVG.
pub(super) fn svg(link: &str) -> Response {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::M) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}
