//! The exponents of the primes as columns: what is left of the lattice where that does not fit.

use duel_numbers::{Factorization, Natural};

use crate::{look::Role, number, paint::Canvas};

/// Draws a column for each prime.
pub(super) fn draw(factors: &Factorization, canvas: &mut Canvas<'_>) {
    let (area, look, primes) = (canvas.area, canvas.look, factors.primes());
    if area.height < 3 || primes.is_empty() {
        return;
    }
    let room = |prime: &Natural| u16::try_from(prime.digits().clamp(3, 9)).unwrap_or(9);
    let total: u16 = primes.iter().map(|(prime, _)| room(prime) + 1).fold(0, u16::saturating_add);
    let bars = area.height - 2;
    let mut x = area.width.saturating_sub(total) / 2;
    for (prime, exponent) in primes {
        let width = room(prime);
        if x + width > area.width {
            canvas.put(area.width.saturating_sub(1), area.height - 1, look.dots(), Role::Quiet);
            return;
        }
        let height = u16::try_from(*exponent).unwrap_or(u16::MAX).min(bars);
        for y in bars - height..bars {
            let bar = look.full().repeat(usize::from(width.min(3)));
            canvas.put(x, y, &bar, Role::Number);
        }
        if u32::from(height) < *exponent {
            canvas.put(x, 0, look.dots(), Role::Number);
        }
        canvas.put(x, area.height - 2, &format!("x{exponent}"), Role::Quiet);
        let name = number::fitted(prime, width, look);
        canvas.put(x, area.height - 1, &name, Role::Title);
        x += width + 1;
    }
}
