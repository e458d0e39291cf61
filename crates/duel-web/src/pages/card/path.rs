//! Outlines: paths as SVG writes them, circles and rectangles, flattened to lines.

/// How many lines stand for a curve.
const STEPS: u16 = 12;

/// A point, or a distance.
pub(super) type Point = (f32, f32);

/// Closed outlines, as lists of corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    pub(super) contours: Vec<Vec<Point>>,
}

impl Path {
    /// Reads the `d` of an SVG path with straight lines and quadratic curves. Every contour counts as
    /// closed.
    pub(super) fn parse(text: &str) -> Option<Path> {
        let mut numbers = Vec::new();
        let mut path = Path::default();
        let mut rest = text.trim_start();
        let mut at = (0.0, 0.0);
        while let Some(command) = rest.chars().next() {
            rest = &rest[command.len_utf8()..];
            let end = rest.find(|next: char| next.is_ascii_alphabetic()).unwrap_or(rest.len());
            numbers.clear();
            read_numbers(&rest[..end], &mut numbers)?;
            rest = &rest[end..];
            let from = |at: Point| if command.is_ascii_lowercase() { at } else { (0.0, 0.0) };
            match command.to_ascii_lowercase() {
                'm' | 'l' => {
                    for (index, to) in numbers.chunks_exact(2).enumerate() {
                        at = (from(at).0 + to[0], from(at).1 + to[1]);
                        if index == 0 && command.eq_ignore_ascii_case(&'m') {
                            path.contours.push(Vec::new());
                        }
                        path.contours.last_mut()?.push(at);
                    }
                }
                'h' => {
                    for to in &numbers {
                        at.0 = from(at).0 + to;
                        path.contours.last_mut()?.push(at);
                    }
                }
                'v' => {
                    for to in &numbers {
                        at.1 = from(at).1 + to;
                        path.contours.last_mut()?.push(at);
                    }
                }
                'q' => {
                    for to in numbers.chunks_exact(4) {
                        let (x, y) = from(at);
                        let (pull, end) = ((x + to[0], y + to[1]), (x + to[2], y + to[3]));
                        path.contours.last_mut()?.extend(curve(at, pull, end));
                        at = end;
                    }
                }
                'z' => at = *path.contours.last()?.first()?,
                _ => return None,
            }
        }
        Some(path)
    }

    /// A disc.
    pub(super) fn disc((x, y): Point, radius: f32) -> Path {
        let corners = (0..64_u8).map(|step| {
            let angle = f32::from(step) * std::f32::consts::TAU / 64.0;
            (x + radius * angle.cos(), y + radius * angle.sin())
        });
        Path { contours: vec![corners.collect()] }
    }

    /// A rectangle with round corners.
    pub(super) fn rectangle((x, y): Point, (width, height): Point, radius: f32) -> Path {
        let radius = radius.min(width / 2.0).min(height / 2.0);
        let mut corners = Vec::new();
        for (quarter, middle) in [
            (0_u8, (x + width - radius, y + height - radius)),
            (1, (x + radius, y + height - radius)),
            (2, (x + radius, y + radius)),
            (3, (x + width - radius, y + radius)),
        ] {
            for step in 0..=STEPS {
                let turn = f32::from(quarter) + f32::from(step) / f32::from(STEPS);
                let angle = turn * std::f32::consts::FRAC_PI_2;
                corners.push((middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin()));
            }
        }
        Path { contours: vec![corners] }
    }

    /// The line along closed outlines, as wide as this, with round corners.
    pub(super) fn stroke(&self, width: f32) -> Path {
        let mut stroked = Path::default();
        for contour in &self.contours {
            let next = contour.iter().skip(1).chain(contour.first());
            for (&from, &to) in contour.iter().zip(next) {
                let (along, across) = (to.0 - from.0, to.1 - from.1);
                let length = along.hypot(across);
                if length > 0.0 {
                    // All of them turn the same way, as discs do: where they overlap they add up.
                    let (x, y) = (-across / length * width / 2.0, along / length * width / 2.0);
                    stroked.contours.push(vec![
                        (from.0 - x, from.1 - y),
                        (to.0 - x, to.1 - y),
                        (to.0 + x, to.1 + y),
                        (from.0 + x, from.1 + y),
                    ]);
                }
                stroked.contours.extend(Path::disc(from, width / 2.0).contours);
            }
        }
        stroked
    }

    /// The same, enlarged and then moved.
    pub(super) fn place(&self, scale: f32, (x, y): Point) -> Path {
        let move_point = |&(px, py): &Point| (px * scale + x, py * scale + y);
        let contours = self.contours.iter().map(|each| each.iter().map(move_point).collect());
        Path { contours: contours.collect() }
    }
}

/// A quadratic curve after its first point.
fn curve(from: Point, pull: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=STEPS).map(move |step| {
        let t = f32::from(step) / f32::from(STEPS);
        let mix = |a: f32, b: f32, c: f32| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
        };
        (mix(from.0, pull.0, to.0), mix(from.1, pull.1, to.1))
    })
}

/// Reads numbers with spaces, commas or a minus sign between them.
fn read_numbers(text: &str, numbers: &mut Vec<f32>) -> Option<()> {
    for part in text.split([' ', ',', '\n']).filter(|part| !part.is_empty()) {
        let mut begin = 0;
        for (at, _) in part.match_indices('-').filter(|(at, _)| *at > 0) {
            numbers.push(part[begin..at].parse().ok()?);
            begin = at;
        }
        numbers.push(part[begin..].parse().ok()?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_svg_writes_them() {
        let diamond = Path::parse("M32 11 13 32l19 21 19-21z").unwrap();
        let corners = vec![(32.0, 11.0), (13.0, 32.0), (32.0, 53.0), (51.0, 32.0)];
        assert_eq!(diamond.contours, [corners]);
        assert_eq!(
            Path::parse("m1,2h3v4H0z m1 1 2 2").unwrap().contours,
            [vec![(1.0, 2.0), (4.0, 2.0), (4.0, 6.0), (0.0, 6.0)], vec![(2.0, 3.0), (4.0, 5.0)]]
        );
        let curved = Path::parse("M0 0Q1 2 2 0").unwrap();
        assert_eq!(curved.contours[0].len(), 1 + usize::from(STEPS));
        assert!(curved.contours[0].contains(&(1.0, 1.0)));
        for bad in ["L1 2", "M1 2C1 2 3 4 5 6", "M1 two", "h1", "z"] {
            assert_eq!(Path::parse(bad), None, "{bad}");
        }
    }
}
