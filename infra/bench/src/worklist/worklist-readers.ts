import { hash } from '@node-rs/argon2'
import type { Role } from '@readroom/contracts/core/permissions'
import type pg from 'pg'
import { z } from 'zod'
import { password } from '../core/api-process.ts'

/** Somebody who reads a worklist, and where. */
export type Reader = {
  role: Role
  caller: { userId: string; role: Role; labId: string | null; doctorId: string | null }
  token: string
  list: string
  values: string
}

const Ids = z.array(z.object({ user_id: z.string(), email: z.string(), id: z.string().nullable() }))

const paths = {
  admin: { list: '/api/admin/studies', values: '/api/admin/values' },
  lab_staff: { list: '/api/lab/studies', values: '/api/lab/values' },
  doctor_account: { list: '/api/doctor/assigned-studies', values: '/api/doctor/values' },
} as const

/** In a database of an earlier measurement, its account gets the password. */
const orElse = 'on conflict (email) where deleted_at is null do update set password_hash = excluded.password_hash'

/**
 * The statements that make or find the account of a role's n-th reader, with the row that it stands for: the first laboratory and doctor are the
 * busiest, each next one has fewer studies.
 */
const accounts: Record<Role, string> = {
  admin: `insert into users (email, username, full_name, role, password_hash)
    values ('reader' || $2::int || '@readroom.example', 'reader' || $2, 'Reader', 'admin', $1) ${orElse} returning id as user_id, email, null as id`,
  lab_staff: `with made as (insert into users (email, username, full_name, role, password_hash)
      values ('staff' || $2::int || '@readroom.example', 'staff' || $2, 'Staff', 'lab_staff', $1) ${orElse} returning id, email)
    insert into lab_staff (user_id, lab_id) select made.id, labs.id from made, labs where identifier = 'LAB' || $2
    on conflict (user_id) do update set lab_id = excluded.lab_id
    returning user_id, 'staff' || $2 || '@readroom.example' as email, lab_id as id`,
  doctor_account: `update users set password_hash = $1 where username = 'doctor' || $2::int
    returning id as user_id, email, (select id from doctors where user_id = users.id) as id`,
}

type SignIn = (email: string) => Promise<string>

/** The n-th reader of each role, signed in. */
async function signInOne(pool: pg.Pool, signIn: SignIn, passwordHash: string, n: number): Promise<Reader[]> {
  const readers: Reader[] = []
  for (const role of ['admin', 'lab_staff', 'doctor_account'] as const) {
    const [account] = Ids.parse((await pool.query(accounts[role], [passwordHash, n])).rows)
    if (!account) throw new Error(`no account for ${role}`)
    const caller = {
      userId: account.user_id,
      role,
      labId: role === 'lab_staff' ? account.id : null,
      doctorId: role === 'doctor_account' ? account.id : null,
    }
    readers.push({ role, caller, token: await signIn(account.email), ...paths[role] })
  }
  return readers
}

/** So many readers of each role, the busiest first. */
export async function signInReaders(pool: pg.Pool, signIn: SignIn, count: number): Promise<Reader[]> {
  const passwordHash = await hash(password)
  const readers: Reader[] = []
  for (let n = 1; n <= count; n++) readers.push(...(await signInOne(pool, signIn, passwordHash, n)))
  return readers
}
