//! The courses: one file for each book, beside it in name and order.

#[cfg(feature = "recipes")]
mod classic;
mod digits;
mod dilemma;
mod divide;
mod factor;
mod subtract;

use duel_books::{BOOKS, Book};

use crate::course::Course;

/// The courses, in the order of the books: a book without one does not compile.
pub const COURSES: [&Course; BOOKS.len()] = [
    &divide::COURSE,
    &dilemma::COURSE,
    &subtract::COURSE,
    &digits::COURSE,
    &factor::COURSE,
    #[cfg(feature = "recipes")]
    &classic::COURSE,
];

/// The course for somebody who has never played: its first steps are a first game.
pub const FIRST_COURSE: &Course = &subtract::COURSE;

/// The course of a book.
pub fn course(book: &Book) -> &'static Course {
    COURSES.into_iter().find(|course| course.book == book.slug).unwrap_or(FIRST_COURSE)
}
