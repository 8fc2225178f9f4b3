import pg from 'pg'
import { type Database } from '../client.ts'
export type TestDatabase = Database & {
  url: string
  /** Runs a statement as the database's owner, past the rights of the application. */
  asOwner: (statement: string) => Promise<pg.QueryResult>
  drop: () => Promise<void>
}
/** A migrated database of its own for one test file, copied from a template on the server at `adminUrl`. */
export declare function createTestDatabase(adminUrl: string): Promise<TestDatabase>
