import type { PageQuery } from '@readroom/contracts/pagination'
import type { Role } from '@readroom/contracts/permissions'
import type { Db } from '../client.ts'
import { users } from '../schema/accounts.ts'
export type UserRow = typeof users.$inferSelect
export type NewUser = Pick<UserRow, 'email' | 'username' | 'fullName' | 'role' | 'passwordHash'> & {
  isActive?: boolean
}
/** The account of an e-mail address, without regard to case, with the state of its laboratory and its doctor's profile. */
export declare function findUserByEmail(
  db: Db,
  email: string,
): Promise<{
  id: string
  email: string
  username: string
  fullName: string
  role: import('drizzle-orm').NotNull<import('drizzle-orm/pg-core').PgTextBuilderInitial<'role', any>>
  isActive: boolean
  passwordHash: string
  mustChangePassword: boolean
  passwordExpiresAt: Date | null
  passwordRequestId: string | null
  deletedAt: Date | null
  createdAt: Date
  updatedAt: Date
  labIsActive: boolean
  doctorId: string | null
} | null>
export declare function findUser(db: Db, userId: string): Promise<UserRow | null>
/** The same, locked until the transaction ends. */
export declare function lockUser(tx: Db, userId: string): Promise<UserRow | null>
export declare function insertUser(tx: Db, user: NewUser): Promise<string>
/** Those of the usernames that begin with `base` and are taken. Holds a lock, until the transaction ends, against others who ask. */
export declare function listUsernamesLike(tx: Db, base: string): Promise<Set<string>>
type UserChange = Partial<Pick<UserRow, 'email' | 'username' | 'fullName' | 'isActive'>>
export declare function updateUser(tx: Db, userId: string, change: UserChange): Promise<void>
/** Ends an account for good; its row stays for the logs that name it. */
export declare function markUserDeleted(tx: Db, userId: string): Promise<void>
/**
 * Active administrators beside this one. Locks all of them, in one order, so that two cannot deactivate each other at the same time:
 * call it before any other lock.
 */
export declare function countOtherAdministrators(tx: Db, userId: string): Promise<number>
/** One page of all accounts, by name, with their sessions that are running and not idle. */
export declare function listUsers(
  db: Db,
  query: PageQuery & {
    role?: Role | undefined
  },
  idleMinutes: number,
): Promise<
  import('./pages.ts').Page<{
    id: string
    fullName: string
    email: string
    username: string
    role: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'role'
        tableName: 'users'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: T['enumValues']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    labName: string | null
    isActive: boolean
    mustChangePassword: boolean
    runningSessions: number
    lastUsedAt: Date
  }>
>
