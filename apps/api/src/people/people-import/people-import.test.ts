import { randomUUID } from 'node:crypto'
import { users } from '@readroom/db/access/accounts.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { labStaff } from '@readroom/db/people/labs.schema'
import { createCast, createLab, createUser } from '@readroom/db/testing/factories'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('people import', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newEmail = () => `${randomUUID()}@readroom.example`
  const send = async (path: string, content: string | Uint8Array<ArrayBuffer>) =>
    api.request(await form('POST', `/api/admin/people/${path}`, { people: new File([content], 'people.csv') }), cast.admin)
  const check = async (content: string) => (await send('import/check', content)).json().check
  const run = (content: string) => send('import', content)
  const accountsOf = (emails: string[]) => api.db.select().from(users).where(inArray(users.email, emails))
  const heading = 'role,fullName,email,username,laboratory,specialization,licenseNumber,qualifications'

  it.each([
    ['commas, lines ended by CR LF', ',', '\r\n', ''],
    ['semicolons, a byte order mark, lines ended by LF', ';', '\n', '\ufeff'],
  ])('imports all fields of a file with %s', async (_what, by, end, mark) => {
    const lab = await createLab(api.db)
    const [doctor, staff] = [newEmail(), newEmail()]
    const lines = [
      ['Role', 'fullname', 'EMAIL', 'laboratory', 'specialization', 'licenseNumber', 'qualifications'],
      ['doctor', '"Marsh, ""H.""; Åse 李"', doctor, '', 'CT', 'GMC-1', '"MD, FRCR"'],
      [],
      ['staff', 'Rosa Delgado', staff, lab.identifier.toLowerCase(), '', '', ''],
    ]
    const text = mark + lines.map((cells) => cells.join(by)).join(end)
    const people = [
      { line: 2, role: 'doctor', fullName: 'Marsh, "H."; Åse 李', email: doctor, laboratory: null },
      { line: 4, role: 'staff', fullName: 'Rosa Delgado', email: staff, laboratory: lab.identifier },
    ]
    expect(await check(text)).toEqual({ doctors: 1, staff: 1, people, faults: [] })
    expect(await accountsOf([doctor, staff])).toEqual([])
    expect((await run(text)).json()).toMatchObject({ success: true, doctors: 1, staff: 1 })
    const made = await accountsOf([doctor, staff])
    const [ofDoctor, ofStaff] = [made.find(({ email }) => email === doctor), made.find(({ email }) => email === staff)]
    expect(ofDoctor).toMatchObject({ fullName: 'Marsh, "H."; Åse 李', role: 'doctor_account', mustChangePassword: true })
    expect(ofStaff).toMatchObject({ fullName: 'Rosa Delgado', role: 'lab_staff', username: staff.split('@')[0] })
    const [profile] = await api.db
      .select()
      .from(doctors)
      .where(eq(doctors.userId, ofDoctor?.id ?? ''))
    expect(profile).toMatchObject({ specialization: 'CT', licenseNumber: 'GMC-1', qualifications: ['MD', 'FRCR'] })
    expect(await api.db.$count(labStaff, eq(labStaff.labId, lab.id))).toBe(1)
    const mailed = JSON.stringify(await api.db.select().from(outbox).where(eq(outbox.name, 'password.issue')))
    expect([ofDoctor, ofStaff].map((each) => mailed.includes(each?.id ?? 'nobody'))).toEqual([true, true])
  })

  it('reports every wrong line with a reason, and imports nobody', async () => {
    const present = await createUser(api.db, 'admin')
    const [good, twice] = [newEmail(), newEmail()]
    const text = [
      heading,
      `doctor,Helen Marsh,${good},,,CT,GMC-1,`,
      `doctor,Helen Marsh,no address,,,CT,GMC-1,`,
      `doctor,Helen Marsh,${newEmail()},,,,GMC-1,`,
      `nurse,Helen Marsh,${newEmail()},,,CT,GMC-1,`,
      `staff,Rosa Delgado,${newEmail()},,NOWHERE,,,`,
      `staff,Rosa Delgado,${newEmail()},,,,,`,
      `doctor,"Two`,
      `lines",${twice},two words,,CT,GMC-1,`,
      `doctor,Helen Marsh,${twice},,,CT,GMC-1,`,
      `doctor,Helen Marsh,${twice.toUpperCase()},,,CT,GMC-1,`,
      `doctor,Helen Marsh,${present.email.toUpperCase()},${present.username},,CT,GMC-1,`,
      `doctor,Helen Marsh,${newEmail()},,${'LAB'},CT,GMC-1,`,
      `doctor,Helen Marsh`,
    ].join('\n')
    const { faults, doctors: many } = await check(text)
    expect(many).toBe(4)
    const told = faults.map(
      ({ line, column, what }: { line: number; column: string; what: string }) => `${line} ${column}: ${what}`,
    )
    expect(faults.map(({ value }: { value: string }) => value)).toEqual([
      'no address',
      '',
      'nurse',
      'NOWHERE',
      '',
      'Two\nlines',
      'two words',
      twice.toUpperCase(),
      present.email.toUpperCase(),
      present.username,
      'LAB',
      'doctor, Helen Marsh',
    ])
    expect(told).toEqual([
      '3 email: Not a valid email address.',
      '4 specialization: Required.',
      '5 role: The role must be "doctor" or "staff".',
      '6 laboratory: No laboratory has this identifier.',
      '7 laboratory: Required.',
      '8 fullName: Too long, or contains characters that cannot be stored.',
      '8 username: A username must not contain spaces.',
      '11 email: Same value as in line 10.',
      '12 email: An account with this email already exists.',
      '12 username: This username is already taken.',
      '13 laboratory: Not used for the role "doctor". Leave it empty.',
      '14 null: The line has 2 cells instead of 8.',
    ])
    const answer = (await run(text)).json()
    expect(answer).toMatchObject({ code: 'IMPORT_REFUSED' })
    expect(answer.message).toBe('Nothing was imported: 10 lines have errors. Line 3, email: Not a valid email address.')
    expect(await accountsOf([good])).toEqual([])
  })

  it.each([
    ['is empty', ''],
    ['There are no lines', `${heading}\n\n`],
    ['Unknown column "salary"', 'role,fullName,email,salary\n'],
    ['The column "email" is missing', 'role,fullName\ndoctor,x\n'],
    ['The column "email" appears twice', 'role,fullName,email,Email\ndoctor,x,y,z\n'],
    ['Quotation marks', `${heading}\ndoctor,"Helen\n`],
    ['Quotation marks', `${heading}\ndoctor,He"len,a@b.example,,,CT,1,\n`],
    ['more than 1,000 lines', `${heading}\n${'doctor,x,y,,,,,\n'.repeat(1001)}`],
    ['Unknown column "__proto__"', 'role,fullName,email,__proto__\n'],
  ])('refuses a malformed file: %s', async (why, content) => {
    const answer = await send('import/check', content)
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'IMPORT_UNREADABLE'])
    expect(answer.json().message).toContain(why)
  })

  it('refuses a file in another encoding, and one that is too large', async () => {
    expect((await send('import', Uint8Array.from([0xff, 0xfe, 0x00, 0x41]))).json().code).toBe('IMPORT_UNREADABLE')
    expect((await send('import', 'x'.repeat(1024 * 1024 + 1))).json().code).toBe('IMPORT_TOO_LARGE')
  })

  it('keeps markup and formulas as typed, and gives each person a unique username', async () => {
    const name = randomUUID().slice(0, 8)
    const emails = [`${name}@one.example`, `${name}@two.example`, `${name}2@three.example`]
    const fullName = '=HYPERLINK(1) <script>alert(1)</script>'
    const rows = emails.map((email, index) => `doctor,${fullName},${email},${index === 2 ? `${name}2` : ''},,CT,GMC-1,`)
    expect((await run([heading, ...rows].join('\n'))).statusCode).toBe(200)
    const made = await accountsOf(emails)
    expect(made.map((each) => each.fullName)).toEqual([fullName, fullName, fullName])
    expect(made.map(({ username }) => username).sort()).toEqual([name, `${name}2`, `${name}3`])
  })

  it('adds people once if two imports run at once', async () => {
    const email = newEmail()
    const text = `${heading}\ndoctor,Helen Marsh,${email},,,CT,GMC-1,\n`
    const answers = await Promise.all([run(text), run(text), run(text)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await accountsOf([email])).toHaveLength(1)
  })

  it('accepts a thousand people', async () => {
    const lab = await createLab(api.db)
    const rows = Array.from({ length: 1000 }, () => `staff,Rosa Delgado,${newEmail()},,${lab.identifier},,,`)
    expect((await run([heading, ...rows].join('\n'))).json()).toMatchObject({ success: true, staff: 1000 })
    expect(await api.db.$count(labStaff, eq(labStaff.labId, lab.id))).toBe(1000)
  }, 60_000)
})
