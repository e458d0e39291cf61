// The script that the server makes of the books (src/pages/books.rs).

export const BOOKS: Record<string, any>;
export const HOUSE_RULES: Record<string, { meaning: string, brief: string, length: boolean }>;
export const FIRST_DAY: string;
export const LAST_DAY: string;
export const WEEK: string[];
export const LEVELS: Record<string, number>;
