//! `icon.svg` as pixels, in the sizes that home screens ask for.

use super::{
    canvas::{Canvas, Colour},
    path::{Path, Point},
};

const ICON: &str = include_str!("../../../static/icon.svg");

/// How wide the drawing is, in its own units.
const SIDE: f32 = 64.0;

/// What the icon is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// As it is drawn, with round corners.
    Round,
    /// Filled to the edges, the drawing within the inner four fifths: a phone cuts its own shape.
    Maskable,
}

/// The files of the icon: their names and what is in them.
pub(super) fn files() -> [(&'static str, Vec<u8>); 5] {
    [
        ("icon-180.png", icon(180, Shape::Maskable)),
        ("icon-192.png", icon(192, Shape::Round)),
        ("icon-512.png", icon(512, Shape::Round)),
        ("icon-maskable-192.png", icon(192, Shape::Maskable)),
        ("icon-maskable-512.png", icon(512, Shape::Maskable)),
    ]
}

fn icon(side: u16, shape: Shape) -> Vec<u8> {
    let parts = parts(ICON);
    let scale = f32::from(side) / SIDE;
    let pixels = usize::from(side);
    if let (Shape::Maskable, Some((ground, parts))) = (shape, parts.split_first()) {
        let mut canvas = Canvas::new(pixels, pixels, ground.colour);
        let edge = f32::from(side) * 0.1;
        draw(&mut canvas, parts, scale * 0.8, (edge, edge));
        canvas.png()
    } else {
        let mut canvas = Canvas::transparent(pixels, pixels);
        draw(&mut canvas, &parts, scale, (0.0, 0.0));
        canvas.png()
    }
}

/// Draws the icon without its ground, as wide as this.
pub(super) fn sign(canvas: &mut Canvas, width: f32, at: Point) {
    draw(canvas, parts(ICON).get(1..).unwrap_or_default(), width / SIDE, at);
}

fn draw(canvas: &mut Canvas, parts: &[Part], scale: f32, at: Point) {
    for part in parts {
        canvas.fill(&part.outline.place(scale, at), part.colour);
    }
}

/// A part of the drawing.
struct Part {
    outline: Path,
    colour: Colour,
}

/// The parts of a drawing of rectangles, discs and paths, each filled or drawn along its edge.
fn parts(svg: &str) -> Vec<Part> {
    svg.split('<').filter_map(part).collect()
}

fn part(element: &str) -> Option<Part> {
    let text = |name: &str| {
        let (_, value) = element.split_once(&format!(" {name}=\""))?;
        value.split('"').next()
    };
    let number = |name: &str| text(name)?.parse::<f32>().ok();
    let outline = match element.split(' ').next()? {
        "rect" => {
            let size = (number("width")?, number("height")?);
            Path::rectangle((0.0, 0.0), size, number("rx").unwrap_or_default())
        }
        "circle" => Path::disc((number("cx")?, number("cy")?), number("r")?),
        "path" => Path::parse(text("d")?)?,
        _ => return None,
    };
    match text("stroke") {
        Some(stroke) => Some(Part {
            outline: outline.stroke(number("stroke-width").unwrap_or(1.0)),
            colour: colour(stroke)?,
        }),
        None => Some(Part { outline, colour: colour(text("fill")?)? }),
    }
}

fn colour(text: &str) -> Option<Colour> {
    let [_, red, green, blue] =
        u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?.to_be_bytes();
    (text.len() == 7).then_some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_the_drawing_is_known() {
        let drawn = ICON.matches("<rect").count() + ICON.matches("<path").count();
        let drawn = drawn + ICON.matches("<circle").count();
        assert_eq!(parts(ICON).len(), drawn);
        assert_eq!(ICON.matches('<').count(), drawn + 2, "and nothing else is in it");
        assert_eq!(parts(ICON)[0].colour, [0x12, 0x3f, 0x3b]);
    }
}
