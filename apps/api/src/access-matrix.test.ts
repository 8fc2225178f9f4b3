import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccessClass,
  type Caller,
  type Example,
  makeScene,
  makeTarget,
  type Outcome,
  type Person,
  type Scene,
  type Target,
} from './testing/examples/example.fixture.ts'
import { examples } from './testing/examples/examples.fixture.ts'

const people = ['admin', 'staffA', 'staffB', 'assignedDoctor', 'otherDoctor', 'stranger'] as const satisfies Person[]

/** `allowed`, a refusal's status, or `hidden`: may call the endpoint, but does not see the study. */
type Expected = 'allowed' | 'hidden' | 403 | 401
const everybody = {
  admin: 'allowed',
  staffA: 'allowed',
  staffB: 'allowed',
  assignedDoctor: 'allowed',
  otherDoctor: 'allowed',
} as const
const onlySeers = { ...everybody, staffB: 'hidden', otherDoctor: 'hidden' } as const

/** Written by hand, not from the permission table, so that a wrong permission there fails here. */
const matrix: Record<AccessClass, Record<Person, Expected>> = {
  PUBLIC: { ...everybody, stranger: 'allowed' },
  SELF: { ...everybody, stranger: 401 },
  ADMIN: { admin: 'allowed', staffA: 403, staffB: 403, assignedDoctor: 403, otherDoctor: 403, stranger: 401 },
  OBJECT: { ...onlySeers, stranger: 401 },
  EDIT: { ...onlySeers, assignedDoctor: 403, otherDoctor: 403, stranger: 401 },
  REPORT: { ...onlySeers, staffA: 403, staffB: 403, stranger: 401 },
  WRITE: { ...onlySeers, admin: 403, staffA: 403, staffB: 403, stranger: 401 },
  WRITER: { ...everybody, staffA: 403, staffB: 403, stranger: 401 },
  ROWS: { ...onlySeers, stranger: 401 },
  STAFF: { ...onlySeers, assignedDoctor: 403, otherDoctor: 403, stranger: 401 },
  LAB: { admin: 403, staffA: 'allowed', staffB: 'hidden', assignedDoctor: 403, otherDoctor: 403, stranger: 401 },
  // Calls without an account bring the access token of a FHIR client, which no account has.
  FHIR: { admin: 401, staffA: 401, staffB: 401, assignedDoctor: 401, otherDoctor: 401, stranger: 'allowed' },
  DOCTOR: { admin: 403, staffA: 403, staffB: 403, assignedDoctor: 'allowed', otherDoctor: 'hidden', stranger: 401 },
}
/** For accounts that do not see the study, these answers leave it out. */
const leavesRowsOut: readonly AccessClass[] = ['ROWS', 'STAFF', 'LAB', 'DOCTOR']
const refusals = { 401: 'NOT_AUTHENTICATED', 403: 'FORBIDDEN' } as const

function outcomeOf({ of, allowed = { status: 200 }, hidden }: Example, person: Person): Outcome {
  const expected = matrix[of][person]
  if (expected === 'allowed') return allowed
  if (expected !== 'hidden') return { status: expected, code: refusals[expected] }
  return hidden ?? (leavesRowsOut.includes(of) ? allowed : { status: 404, code: 'STUDY_NOT_FOUND' })
}

/** The endpoints that an account opens. Requests of all others contain a token or ticket of their own. */
const closed = allEndpoints.filter(({ access, path }) => !['public', 'fhir-client'].includes(access) && !path.startsWith('/ws/'))

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Returns an answer's error code. A file has none. FHIR's errors have it in their first issue. */
const codeOf = ({ headers, json }: LightMyRequestResponse) => {
  if (!String(headers['content-type']).includes('json')) return undefined
  const { code, resourceType, issue } = json()
  return resourceType === undefined ? code : issue?.[0].details.coding[0].code
}

describe('access matrix', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene()
  })
  afterAll(() => scene.api.stop())

  const callerOf = (person: Person): Caller | null => (person === 'stranger' ? null : scene.cast[person])

  async function call(example: Example, person: Person, study: Target) {
    const caller = callerOf(person)
    return scene.api.request(await example.request(scene, study, caller), caller ?? undefined)
  }

  const made = new Map<Example, InjectOptions>()
  /** Makes a call that is refused because of the account. Such calls change nothing, so all accounts send the same. */
  async function callAgain(example: Example, caller: Caller | null) {
    const request = made.get(example) ?? (await example.request(scene, await makeTarget(scene), null))
    made.set(example, request)
    return scene.api.request(request, caller ?? undefined)
  }

  for (const endpoint of allEndpoints) {
    const example = examples[nameOf(endpoint)]
    for (const person of people) {
      it(`${nameOf(endpoint)} as ${person}`, async () => {
        if (!example) throw new Error('this endpoint has no example: add one to testing/examples')
        const outcome = outcomeOf(example, person)
        const isRefused = closed.includes(endpoint) && (outcome.status === 401 || outcome.status === 403)
        const study = isRefused ? null : await makeTarget(scene)
        const response = study ? await call(example, person, study) : await callAgain(example, callerOf(person))
        expect({ status: response.statusCode, code: codeOf(response) }).toEqual({ code: undefined, ...outcome })
        const isHidden = matrix[example.of][person] === 'hidden' && endpoint.method === 'GET'
        if (isHidden) expect(response.body).not.toContain(study?._id)
      })
    }

    if (!example || matrix[example.of].staffB !== 'hidden' || leavesRowsOut.includes(example.of)) continue
    it(`${nameOf(endpoint)}: a hidden study looks like a missing one`, async () => {
      for (const person of ['staffB', 'otherDoctor'] as const) {
        const study = await makeTarget(scene)
        const [hidden, missing] = [await call(example, person, study), await call(example, person, scene.missing)]
        expect(hidden.statusCode).toBe(missing.statusCode)
        expect(hidden.body).toBe(missing.body)
      }
    })
  }

  it('every route of the server is in the endpoint table', () => {
    const listed = new Set(allEndpoints.map(nameOf))
    const served = scene.api.routes.filter((route) => !/^(HEAD|OPTIONS) |^GET \/api\/docs/.test(route))
    expect(served.filter((route) => !listed.has(route))).toEqual([])
    expect([...listed].filter((name) => !served.includes(name))).toEqual([])
    expect(Object.keys(examples).filter((name) => !listed.has(name))).toEqual([])
  })

  it('an account with a generated password can only change it', async () => {
    const generated = await createActor(scene.api.db, await createUser(scene.api.db, 'admin', { mustChangePassword: true }))
    for (const endpoint of closed) {
      const example = examples[nameOf(endpoint)]
      if (!example) continue
      const { statusCode, json } = await callAgain(example, generated)
      const refused = statusCode === 403 && json().code === 'PASSWORD_CHANGE_REQUIRED'
      expect(`${nameOf(endpoint)} ${refused}`).toBe(`${nameOf(endpoint)} ${!endpoint.duringPasswordChange}`)
    }
    const open = closed.filter(({ duringPasswordChange }) => duringPasswordChange).map(({ path }) => path)
    expect(open.sort()).toEqual(['/api/auth/refresh-token', '/auth/change-password', '/auth/profile'])
  })

  it('an account that must set up a second factor can do nothing else', async () => {
    const { db } = scene.api
    await db.execute(
      sql`insert into settings (name, value, changed_by) values ('secondFactorRoles', '["admin"]', ${scene.cast.admin.userId})`,
    )
    const bare = await createActor(db, await createUser(db, 'admin'))
    for (const endpoint of closed) {
      const example = examples[nameOf(endpoint)]
      if (!example) continue
      const { statusCode, json } = await callAgain(example, bare)
      const refused = statusCode === 403 && json().code === 'SECOND_FACTOR_REQUIRED'
      expect(`${nameOf(endpoint)} ${refused}`).toBe(`${nameOf(endpoint)} ${!endpoint.duringEnrolment}`)
    }
    await db.execute(sql`delete from settings where name = 'secondFactorRoles'`)
    const open = closed.filter(({ duringEnrolment }) => duringEnrolment).map(({ method, path }) => `${method} ${path}`)
    expect(open.sort()).toEqual([
      'GET /api/account/second-factor',
      'GET /auth/profile',
      'POST /api/account/authenticator',
      'POST /api/account/authenticator/confirm',
      'POST /api/account/passkeys',
      'POST /api/account/passkeys/options',
      'POST /api/auth/refresh-token',
    ])
  })

  it('an ended session is refused everywhere', async () => {
    const ended = { ...scene.cast.admin, tokenId: randomUUID() }
    for (const endpoint of closed) {
      const example = examples[nameOf(endpoint)]
      if (!example) continue
      const { statusCode } = await callAgain(example, ended)
      expect(`${nameOf(endpoint)} ${statusCode}`).toBe(`${nameOf(endpoint)} 401`)
    }
  })
})
