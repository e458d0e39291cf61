//! A picture of pixels: outlines are filled with soft edges, and the whole is written as PNG.

use std::io::Write as _;

use flate2::{Compression, Crc, write::ZlibEncoder};

use super::path::{Path, Point};

/// How many shades an edge has: few enough that all colours of a picture fit into a palette, which makes
/// a file a third as long.
const SHADES: f32 = 12.0;

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

/// A picture; each pixel has a colour and says how much it covers, to 255.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn new(width: usize, height: usize, [red, green, blue]: Colour) -> Canvas {
        Canvas { width, height, pixels: vec![[red, green, blue, 255]; width * height] }
    }

    /// A picture of which nothing is covered.
    pub(super) fn transparent(width: usize, height: usize) -> Canvas {
        Canvas { width, height, pixels: vec![[0; 4]; width * height] }
    }

    /// Fills the inside of outlines.
    pub(super) fn fill(&mut self, path: &Path, colour: Colour) {
        let coverage = Coverage::of(path, self.width, self.height);
        for row in 0..coverage.height {
            let (mut sum, start) = (0.0_f32, row * coverage.width);
            let line = (coverage.top + row) * self.width + coverage.left;
            for column in 0..coverage.width {
                sum += coverage.changes[start + column];
                let share = (sum.abs().min(1.0) * SHADES).round() / SHADES;
                if share > 0.0
                    && let Some(pixel) = self.pixels.get_mut(line + column)
                {
                    cover(pixel, colour, share);
                }
            }
        }
    }

    /// The file.
    pub(super) fn png(&self) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX).to_be_bytes();
        let palette = self.palette();
        // Eight bits for each pixel, or for each of its colours, not interlaced.
        let kind = if palette.is_some() { 3 } else { 6 };
        let head = [&side(self.width)[..], &side(self.height), &[8, kind, 0, 0, 0]].concat();
        chunk(&mut file, *b"IHDR", &head);
        if let Some(palette) = &palette {
            let colours: Vec<u8> =
                palette.iter().flat_map(|colour| &colour[..3]).copied().collect();
            chunk(&mut file, *b"PLTE", &colours);
            let covers: Vec<u8> = palette.iter().map(|colour| colour[3]).collect();
            if covers.iter().any(|covers| *covers < 255) {
                chunk(&mut file, *b"tRNS", &covers);
            }
        }
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(6));
        let mut line = Vec::with_capacity(4 * self.width + 1);
        for pixels in self.pixels.chunks(self.width) {
            line.clear();
            // Each line as it is, without a filter.
            line.push(0);
            match &palette {
                Some(palette) => line.extend(pixels.iter().map(|pixel| place_of(palette, *pixel))),
                None => line.extend(pixels.iter().flatten()),
            }
            // A vector takes all that is written.
            let _ = packer.write_all(&line);
        }
        chunk(&mut file, *b"IDAT", &packer.finish().unwrap_or_default());
        chunk(&mut file, *b"IEND", &[]);
        file
    }

    /// All colours in order, if there are few enough for a palette.
    fn palette(&self) -> Option<Vec<[u8; 4]>> {
        let mut found: Vec<[u8; 4]> = Vec::new();
        let mut before = None;
        for &pixel in &self.pixels {
            // Mostly it is that of the pixel before.
            if before.replace(pixel) == Some(pixel) {
                continue;
            }
            if let Err(place) = found.binary_search(&pixel) {
                found.insert(place, pixel);
                if found.len() > 256 {
                    return None;
                }
            }
        }
        Some(found)
    }
}

fn place_of(palette: &[[u8; 4]], pixel: [u8; 4]) -> u8 {
    palette.binary_search(&pixel).map_or(0, |place| u8::try_from(place).unwrap_or(u8::MAX))
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(&name);
    sum.update(data);
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

/// Lays a colour over a part of a pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
fn cover(pixel: &mut [u8; 4], colour: Colour, share: f32) {
    let below = f32::from(pixel[3]) / 255.0 * (1.0 - share);
    let all = below + share;
    for (old, new) in pixel.iter_mut().zip(colour) {
        *old = ((f32::from(*old) * below + f32::from(new) * share) / all).round() as u8;
    }
    pixel[3] = (all * 255.0).round() as u8;
}

/// How much of each pixel outlines cover, within the rectangle around them: in each row the changes from
/// pixel to pixel, so that an edge touches only the pixels that it crosses.
struct Coverage {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    changes: Vec<f32>,
}

impl Coverage {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "pixels of a picture, cut off at its edges"
    )]
    fn of(path: &Path, width: usize, height: usize) -> Coverage {
        let points = || path.contours.iter().flatten();
        let low = |values: &mut dyn Iterator<Item = f32>, most: usize| {
            values.fold(most as f32, f32::min).floor().clamp(0.0, most as f32) as usize
        };
        let high = |values: &mut dyn Iterator<Item = f32>, most: usize| {
            values.fold(0.0, f32::max).ceil().clamp(0.0, most as f32) as usize
        };
        let left = low(&mut points().map(|point| point.0), width);
        let top = low(&mut points().map(|point| point.1), height);
        let right = high(&mut points().map(|point| point.0), width).max(left);
        let bottom = high(&mut points().map(|point| point.1), height).max(top);
        // The last two columns take what is changed after the last pixel.
        let mut coverage = Coverage {
            left,
            top,
            width: right - left + 2,
            height: bottom - top,
            changes: vec![0.0; (right - left + 2) * (bottom - top)],
        };
        let inside =
            |&(x, y): &Point| ((x - left as f32).clamp(0.0, (right - left) as f32), y - top as f32);
        for contour in &path.contours {
            let next = contour.iter().skip(1).chain(contour.first());
            for (from, to) in contour.iter().zip(next) {
                coverage.edge(inside(from), inside(to));
            }
        }
        coverage
    }

    /// Adds an edge: whatever is to the right of it is covered, once for each edge downwards and not for
    /// each one upwards.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "within the rectangle"
    )]
    fn edge(&mut self, from: Point, to: Point) {
        let (sign, (x1, y1), (x2, y2)) =
            if from.1 < to.1 { (1.0, from, to) } else { (-1.0, to, from) };
        if y2 - y1 <= f32::EPSILON {
            return;
        }
        let slope = (x2 - x1) / (y2 - y1);
        let last = y2.ceil().clamp(0.0, self.height as f32) as usize;
        for row in y1.max(0.0) as usize..last {
            let (above, below) = (y1.max(row as f32), y2.min(row as f32 + 1.0));
            let tall = (below - above) * sign;
            let (a, b) = (x1 + (above - y1) * slope, x1 + (below - y1) * slope);
            let (a, b) = (a.min(b), a.max(b));
            let start = row * self.width;
            let (first, end) = (a.floor(), b.ceil());
            if end <= first + 1.0 {
                // Within one pixel: the part of it that is right of the edge, and the rest in the next.
                let middle = 1.0 - (f32::midpoint(a, b) - first);
                self.change(start, first as usize, tall * middle);
                self.change(start, first as usize + 1, tall * (1.0 - middle));
                continue;
            }
            let mut covered = 0.0;
            for column in first as usize..end as usize {
                // What is right of the edge up to the end of this pixel, less what came before.
                let right = (column as f32 + 1.0).min(b);
                let left = (column as f32).max(a);
                let share = (right - left) / (b - a);
                let within = tall * share * ((column as f32 + 1.0) - f32::midpoint(left, right));
                let before = tall * ((left - a) / (b - a)).max(0.0);
                let total = before + within;
                self.change(start, column, total - covered);
                covered = total;
            }
            self.change(start, end as usize, tall - covered);
        }
    }

    fn change(&mut self, start: usize, column: usize, by: f32) {
        if let Some(cell) = self.changes.get_mut(start + column.min(self.width - 1)) {
            *cell += by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: [u8; 4] = [0, 0, 0, 255];
    const WHITE: [u8; 4] = [255; 4];

    fn drawn(path: &Path) -> Canvas {
        let mut canvas = Canvas::new(20, 10, [0; 3]);
        canvas.fill(path, [255; 3]);
        canvas
    }

    /// How bright all pixels are together, in whole pixels.
    fn area(canvas: &Canvas) -> f32 {
        canvas.pixels.iter().map(|pixel| f32::from(pixel[0]) / 255.0).sum()
    }

    #[test]
    fn what_is_filled_has_the_area_of_its_outline() {
        let square = drawn(&Path::parse("M2 3h4v5h-4z").unwrap());
        assert_eq!(square.pixels.iter().filter(|pixel| **pixel == WHITE).count(), 20);
        assert_eq!(square.pixels[3 * 20 + 2], WHITE);
        assert_eq!(square.pixels[3 * 20 + 6], BLACK);
        for (path, wanted) in [
            (Path::parse("M2.5 3.25h4v5h-4z").unwrap(), 20.0),
            (Path::parse("M1 1 19 1 1 9z").unwrap(), 72.0),
            (Path::parse("M1 9 19 1v8z").unwrap(), 72.0),
            (Path::disc((10.0, 5.0), 4.0), 50.2),
            (Path::rectangle((1.0, 1.0), (10.0, 5.0), 1.0), 50.0 - 0.86),
            // Twice the same is no more than once, and a hole is one.
            (Path::parse("M2 3h4v5h-4zM2 3h4v5h-4z").unwrap(), 20.0),
            (Path::parse("M2 1h8v8h-8zM4 3v4h4v-4z").unwrap(), 48.0),
            (Path::parse("M4 4h8").unwrap().stroke(2.0), 16.0 + std::f32::consts::PI),
            // What is outside is cut off.
            (Path::parse("M-5 -5h10v10h-10z").unwrap(), 25.0),
            (Path::parse("M15 5h30v30h-30z").unwrap(), 25.0),
            (Path::parse("M30 30h5v5z").unwrap(), 0.0),
        ] {
            // Edges have few shades, so that it is not exact.
            let found = area(&drawn(&path));
            assert!((found - wanted).abs() < 0.8, "{path:?}: {found} for {wanted}");
        }
    }

    #[test]
    fn what_is_laid_over_nothing_has_its_own_colour() {
        let mut canvas = Canvas::transparent(4, 1);
        canvas.fill(&Path::parse("M0 0h1.5v1h-1.5z").unwrap(), [200, 100, 0]);
        assert_eq!(canvas.pixels, [[200, 100, 0, 255], [200, 100, 0, 128], [0; 4], [0; 4]]);
    }

    #[test]
    fn a_file_has_its_size_and_checksums() {
        let file = drawn(&Path::default()).png();
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&file[12..24], b"IHDR\0\0\0\x14\0\0\0\x0a");
        // The end of every file, as the specification has it.
        assert_eq!(&file[file.len() - 12..], b"\0\0\0\0IEND\xae\x42\x60\x82");
    }
}
