// The script that the server makes of the first games (src/pages/first.rs).

export const FIRST: Record<string, any>;
