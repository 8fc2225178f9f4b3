/** Brings the database at `url` to the newest schema. Two callers at once take turns. */
export declare function applyMigrations(url: string): Promise<void>
