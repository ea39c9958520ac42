/** Of a `DatabaseConnection`, for what needs connections of its own. */
export const DATABASE_CONNECTION = Symbol('DATABASE_CONNECTION');
