import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { registerKeyOf } from '@readroom/contracts/privacy/privacy'
import { sessions } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { verifyAuditChain } from '@readroom/db/operations/audit-chain'
import { backups } from '@readroom/db/operations/backups.schema'
import { findPrivacyAction } from '@readroom/db/privacy/privacy'
import { readCursor } from '@readroom/db/studies/intake/intake'
import { intakeFailures } from '@readroom/db/studies/intake/intake-failures.schema'
import { shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createKeyImage, createUser } from '@readroom/db/testing/factories'
import { everybody, worklistChanges } from '@readroom/db/worklist/worklist-changes.schema'
import { readPrivacySubject } from '@readroom/domain/privacy/privacy'
import { registerEntryOf } from '@readroom/domain/privacy/privacy-register'
import { removePatient } from '@readroom/domain/privacy/privacy-removal'
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRegister, replayRemovals, verifyRemovals } from '../privacy/removal-register.ts'
import { backUp } from './back-up.ts'
import { findBackup, listBackups } from './backup-folder.ts'
import { manifestPath, objectPath, studyFolder, writeManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { addReportedStudy, addUnknownStudy, fileOfImage, openStack, type TestStack } from './stack.fixture.ts'
import { verifyArchive, verifyImages } from './verify-archive.ts'
import { verifyBackup } from './verify-backup.ts'
import { verifyObjects } from './verify-objects.ts'

let dir: string
let stack: TestStack
let fresh: TestStack

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-backups-'))
  ;[stack, fresh] = await Promise.all([openStack(), openStack({ empty: true })])
})
afterEach(async () => {
  await Promise.all([stack?.close(), fresh?.close(), rm(dir, { recursive: true, force: true })])
})

const heard: string[] = []
const tell = (what: string) => void heard.push(what)
beforeEach(() => void heard.splice(0))

const make = (keep: number | null = null) => backUp(stack, { dir, keep, tell })
const put = async (backup: string, keepShareLinks = false) => restore(fresh, { backup, keepShareLinks, tell })

async function differencesOf(of: TestStack): Promise<string[]> {
  const found: string[] = []
  await verifyObjects(of.db, of.storage, (what) => found.push(what))
  await verifyArchive(of, (what) => found.push(what))
  await verifyImages(of, (what) => found.push(what))
  return found
}

const fileOf = async (of: TestStack, key: string) => buffer((await of.storage.get(key)).stream)
const imageOf = async (of: TestStack, id: string) => buffer((await of.orthanc.openInstanceFile(id)).stream)

async function addSession(userId: string, revokedAt: Date | null) {
  const life = { address: '127.0.0.1', userAgent: 'test', expiresAt: new Date(Date.now() + 3_600_000), revokedAt }
  await stack.db.insert(sessions).values({ userId, tokenId: sql`gen_random_uuid()`, ...life })
}

async function addLink(createdBy: string, studyId: string, hash: string, revokedAt: Date | null) {
  const expiresAt = new Date(Date.now() + 3_600_000)
  await stack.db.insert(shareLinks).values({ createdBy, studyId, hash, revokedAt, expiresAt })
}

test('a restore brings back rows, counts, files and images, byte for byte', async () => {
  const [one, two] = [await addReportedStudy(stack), await addReportedStudy(stack)]
  const { path, manifest } = await make()
  expect(manifest.objects).toMatchObject({ count: 2, unreadable: 0 })
  expect(manifest.archive).toMatchObject({ studies: 2, instances: 6, unreadable: 0 })

  const { objects, instances, differing } = await put(path)

  expect([objects, instances, differing, heard]).toEqual([2, 6, 0, []])
  expect(await differencesOf(fresh)).toEqual([])
  for (const { id, objectKey, file, instances } of [one, two]) {
    expect(await fileOf(fresh, objectKey)).toEqual(file)
    for (const image of instances) expect(await imageOf(fresh, image)).toEqual(await imageOf(stack, image))
    const read = async ({ db }: TestStack) => db.select().from(studies).where(eq(studies.id, id))
    expect(await read(fresh)).toEqual(await read(stack))
  }
  const totals = async ({ db }: TestStack) => (await db.execute(sql`select status, sum(n) from study_totals group by 1`)).rows
  expect(await totals(fresh)).toEqual(await totals(stack))
  // The change notes of the other server's transactions are gone, and all lists count as changed.
  expect(await fresh.db.select({ scope: worklistChanges.scope }).from(worklistChanges)).toEqual([{ scope: everybody }])
  expect(await verifyAuditChain(fresh.db, [])).toMatchObject({ fault: null })
  await expect(fresh.db.update(auditLog).set({ action: 'x' })).rejects.toThrow()
  expect((await createUser(fresh.db, 'admin')).id).toBeTruthy()
})

test('a restore forgets the files of the former archive, so that its images do not count as sent anew', async () => {
  const { id } = await addReportedStudy(stack)
  await stack.db.update(studies).set({ filesHash: 'files', contentHash: 'content' }).where(eq(studies.id, id))
  await put((await make()).path)
  const [restored] = await fresh.db.select().from(studies).where(eq(studies.id, id))
  expect(restored).toMatchObject({ filesHash: null, contentHash: null })
})

test('pictures of key images are backed up, restored and compared', async () => {
  const { id: studyId, user } = await addReportedStudy(stack)
  const [objectKey, picture] = [`key-images/${randomUUID()}`, Buffer.from('a picture')]
  await stack.storage.put(objectKey, picture, { contentType: 'image/png' })
  const facts = { sha256: createHash('sha256').update(picture).digest('hex'), sizeBytes: picture.length }
  await createKeyImage(stack.db, { studyId, takenBy: user.id, objectKey, signedAt: new Date(), ...facts })
  const { path, manifest } = await make()
  expect(manifest.objects).toMatchObject({ count: 2, unreadable: 0 })
  await put(path)
  expect(await fileOf(fresh, objectKey)).toEqual(picture)
  expect(await differencesOf(fresh)).toEqual([])
  await fresh.storage.put(objectKey, Buffer.from('another p'), { contentType: 'image/png' })
  expect(await differencesOf(fresh)).toEqual([expect.stringContaining(`object ${objectKey} has changed`)])
})

test('a restore signs everyone out and revokes share links unless they are kept; revoked ones stay revoked', async () => {
  const { id, user } = await addReportedStudy(stack)
  await addSession(user.id, null)
  await addLink(user.id, id, 'live', null)
  await addLink(user.id, id, 'revoked', new Date())
  const { path } = await make()
  expect((await put(path, true)).shareLinks).toMatchObject([{ studyId: id }])

  const live = await fresh.db.select().from(sessions).where(sql`revoked_at is null`)
  expect(live).toEqual([])
  const links = await fresh.db.select().from(shareLinks).where(sql`revoked_at is null`)
  expect(links.map(({ hash }) => hash)).toEqual(['live'])

  const other = await openStack({ empty: true })
  try {
    expect((await restore(other, { backup: path, keepShareLinks: false, tell })).shareLinks).toEqual([])
    expect(await other.db.$count(shareLinks, sql`revoked_at is null`)).toBe(0)
  } finally {
    await other.close()
  }
})

test("the intake continues at the archive's last change, and checks only what arrived between the copies", async () => {
  await addReportedStudy(stack)
  const unknown = await addUnknownStudy(stack)
  await stack.db.execute(sql`update intake_cursor set last = 1000000`)
  const { path } = await make()
  expect((await put(path)).differing).toBe(1)
  const cursor = await readCursor(fresh.db)
  const { Changes, Last } = await fresh.orthanc.getChanges(cursor, 1_000)
  // After a while the archive also reports a study as stable.
  expect(Changes.filter(({ ChangeType }) => ChangeType.startsWith('New'))).toEqual([])
  expect(cursor).toBeGreaterThan(0)
  expect(cursor).toBeLessThanOrEqual(Last)
  expect(await fresh.db.select({ orthancId: intakeFailures.orthancId }).from(intakeFailures)).toEqual([{ orthancId: unknown }])
})

/** Erases or anonymises the study's patient, and writes the register as the worker does. Returns the entry. */
async function remove(of: TestStack, studyId: string, way: 'erase' | 'anonymise') {
  const admin = await createActor(of.db, await createUser(of.db, 'admin'))
  const asked = { patientId: 'N/A', reason: 'Asked for by letter', includeUnfinished: false }
  const { fingerprint } = await readPrivacySubject(of.db, admin, studyId)
  const { actionId } = await of.db.transaction((tx) => removePatient(tx, admin, { ...asked, fingerprint, studyId, way }))
  const action = await findPrivacyAction(of.db, actionId)
  return JSON.stringify(action && registerEntryOf(action))
}
const keep = async (of: TestStack, entry: string) =>
  of.storage.put(registerKeyOf(JSON.parse(entry).id), Buffer.from(entry), { contentType: 'application/json' })
const studyOf = async (of: TestStack, id: string) => (await of.db.select().from(studies).where(eq(studies.id, id)))[0]

test("later erasures and anonymisations are repeated after a restore, from the storage's register and from a file", async () => {
  const [erased, anonymised, kept] = [await addReportedStudy(stack), await addReportedStudy(stack), await addReportedStudy(stack)]
  await stack.db.update(studies).set({ clinicalHistory: 'fell', dicomPatientName: 'Verborgen^Vera' })
  const { path } = await make()
  const [first, second] = [await remove(stack, erased.id, 'erase'), await remove(stack, anonymised.id, 'anonymise')]
  await keep(fresh, first)
  const register = join(dir, 'erasures.jsonl')
  await writeFile(register, `${second}\n${first}\n`)

  const { erasedAgain } = await restore(fresh, { backup: path, keepShareLinks: false, register, tell })

  expect(erasedAgain).toBe(2)
  expect(await studyOf(fresh, erased.id)).toBeUndefined()
  expect(await studyOf(fresh, anonymised.id)).toMatchObject({
    patientName: expect.stringMatching(/^Anonymised/),
    clinicalHistory: '',
  })
  expect(await studyOf(fresh, kept.id)).toMatchObject({ patientName: 'Verborgen Vera', clinicalHistory: 'fell' })
  // The files that the worker must remove from archive and storage.
  const { rows } = await fresh.db.execute<{ key: string }>(sql`select key from privacy_removals order by key`)
  const wanted = [erased, anonymised].flatMap(({ orthancId, objectKey }) => [orthancId, objectKey])
  expect(rows.map(({ key }) => key)).toEqual(wanted.toSorted())
  const { rows: waiting } = await fresh.db.execute(sql`select name from outbox where name = 'privacy.remove'`)
  expect(waiting).toHaveLength(2)
  expect((await studyOf(stack, kept.id))?.id).toBe(kept.id)
  const again = await readRegister(fresh.storage, register)
  expect(await replayRemovals(fresh, again)).toBe(0)
  expect(await fresh.storage.head(registerKeyOf(JSON.parse(first).id))).not.toBeNull()
})

test('verify reports register entries that the database does not know', async () => {
  const { id } = await addReportedStudy(stack)
  const { path } = await make()
  const entry = await remove(stack, id, 'erase')
  await put(path)
  await keep(fresh, entry)
  const found: string[] = []
  await verifyRemovals(fresh.db, fresh.storage, (what) => found.push(what))
  expect(found).toEqual([expect.stringContaining(`erasure ${JSON.parse(entry).id}`)])
  expect(await replayRemovals(fresh, await readRegister(fresh.storage, undefined))).toBe(1)
  await verifyRemovals(fresh.db, fresh.storage, (what) => found.push(what))
  expect(found).toHaveLength(1)
  expect(await studyOf(fresh, id)).toBeUndefined()
})

test('a malformed register is refused before anything changes', async () => {
  await addReportedStudy(stack)
  const { path } = await make()
  const register = join(dir, 'notes.json')
  await writeFile(register, 'erase them all')
  await expect(restore(fresh, { backup: path, keepShareLinks: false, register, tell })).rejects.toThrow(
    'not a register of erasures',
  )
  await put(path)
})

test('a stack in use is not changed', async () => {
  const { objectKey } = await addReportedStudy(stack)
  const { path } = await make()
  const before = await stack.db.$count(auditLog)
  await stack.storage.delete(objectKey)
  await expect(restore(stack, { backup: path, keepShareLinks: false, tell })).rejects.toThrow(
    /in use: it has \d+ accounts and 1 studies/,
  )
  expect([await stack.storage.head(objectKey), await stack.db.$count(auditLog)]).toEqual([null, before])

  await fresh.storage.put('reports/other.pdf', Buffer.from('x'), { contentType: 'application/pdf' })
  await expect(put(path)).rejects.toThrow('The object storage is in use: it has 1 other objects')
  await fresh.storage.delete('reports/other.pdf')
  await addUnknownStudy(fresh)
  await expect(put(path)).rejects.toThrow('The image archive is in use: it has 1 other studies')
})

test('an interrupted restore can be repeated', async () => {
  await addReportedStudy(stack)
  const { path } = await make()
  const addInstance = () => Promise.reject(new Error('the power went'))
  const broken = { ...fresh, orthanc: { ...fresh.orthanc, addInstance } }
  await expect(restore(broken, { backup: path, keepShareLinks: false, tell })).rejects.toThrow('the power went')
  await put(path)
  expect(await differencesOf(fresh)).toEqual([])
})

test('an interrupted backup does not count, and the next one continues from it', async () => {
  const { orthancId } = await addReportedStudy(stack)
  const first = await make()
  await addReportedStudy(stack)
  const listStudies = () => Promise.reject(new Error('the archive went'))
  const broken = { ...stack, orthanc: { ...stack.orthanc, listStudies } }
  await expect(backUp(broken, { dir, keep: null, tell })).rejects.toThrow('the archive went')
  expect((await listBackups(dir)).map(({ isWhole }) => isWhole)).toEqual([false, true])
  expect(await findBackup(dir, 'latest')).toBe(first.path)
  const [row] = await stack.db.select().from(backups).orderBy(desc(backups.finishedAt)).limit(1)
  expect(row).toMatchObject({ failure: 'Error' })

  const second: string[] = []
  const openInstanceFile = async (id: string) => {
    second.push(id)
    return stack.orthanc.openInstanceFile(id)
  }
  const made = await backUp({ ...stack, orthanc: { ...stack.orthanc, openInstanceFile } }, { dir, keep: 2, tell })
  expect(second).toHaveLength(3)
  expect((await listBackups(dir)).map(({ isWhole }) => isWhole)).toEqual([true, true])
  expect(await verifyBackup(made.path, tell)).toMatchObject({ differences: 0 })
  const [name = ''] = await readdir(studyFolder(made.path, orthancId))
  const inode = async (path: string) => (await stat(join(studyFolder(path, orthancId), name))).ino
  expect(await inode(made.path)).toBe(await inode(first.path))
})

test('backups beyond the number to keep are removed, and the others stay whole', async () => {
  await addReportedStudy(stack)
  for (let times = 0; times < 3; times += 1) await make()
  const { path, removed } = await make(2)
  expect(removed).toBe(2)
  expect(await listBackups(dir)).toHaveLength(2)
  expect(await verifyBackup(path, tell)).toMatchObject({ differences: 0 })
})

test('missing and damaged files of the stack are reported, and the rest is backed up', async () => {
  const { objectKey } = await addReportedStudy(stack)
  const other = await addReportedStudy(stack)
  await stack.storage.delete(objectKey)
  const sameSize = Buffer.alloc(other.file.length, 'x')
  await stack.storage.put(other.objectKey, sameSize, { contentType: 'application/pdf' })
  await make()
  heard.splice(0)
  const { manifest } = await make(1)
  expect(heard).toEqual(expect.arrayContaining([`object ${objectKey} is missing from storage`]))
  expect(heard.join('\n')).toContain(`object ${other.objectKey} has changed`)
  expect(manifest.objects).toMatchObject({ count: 0, unreadable: 2 })
  expect((await stack.db.select().from(backups)).at(-1)).toMatchObject({ failure: null, studies: 2, instances: 6, unreadable: 2 })
})

/** Runs a command like an operator. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const { url, username, password } = stack.archive
  const env = {
    DATABASE_URL: stack.url,
    ORTHANC_URL: url,
    ORTHANC_USERNAME: username,
    ORTHANC_PASSWORD: password,
    STORAGE_DIR: join(stack.dir, 'objects'),
    BACKUP_DIR: dir,
  }
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', program, ...args], { env }, (error, out, problems) => {
      resolve({ code: error ? Number(error.code) : 0, said: out + problems })
    })
  })
}

test('the command fails if the backup is incomplete, and says what is missing', async () => {
  const { objectKey } = await addReportedStudy(stack)
  const whole = await run('backup')
  expect([whole.code, whole.said]).toEqual([0, expect.stringContaining('is complete: 1 objects')])
  const lost = await addReportedStudy(stack)
  await stack.storage.delete(lost.objectKey)
  await stack.storage.delete(objectKey)
  const { code, said } = await run('backup')
  expect(code).toBe(1)
  expect(said).not.toContain('is complete')
  expect(said).toContain(`object ${lost.objectKey} is missing from storage`)
  expect(said).toContain('The backup is incomplete: 1 files are missing or damaged and are not in it')
})

test('verify reports each object and each study that differs', async () => {
  const [one, two] = [await addReportedStudy(stack), await addReportedStudy(stack)]
  expect(await differencesOf(stack)).toEqual([])
  await stack.storage.put(one.objectKey, Buffer.from('x'), { contentType: 'application/pdf' })
  await stack.storage.delete(two.objectKey)
  await stack.orthanc.deleteInstance(two.instances[0] ?? '')
  const unknown = await addUnknownStudy(stack)
  const found = await differencesOf(stack)
  expect(found).toHaveLength(4)
  expect(found.join('\n')).toContain(`object ${one.objectKey} has changed`)
  expect(found).toEqual(
    expect.arrayContaining([
      `object ${two.objectKey} is missing from storage`,
      `study ${two.orthancId} has 2 series with 2 images in the image archive and 2 with 3 in the database`,
      `study ${unknown} is in the image archive but not in the database`,
    ]),
  )
})

test('images with lost, truncated or changed files are reported, and are in no backup if the archive cannot read them whole', async () => {
  const { orthancId, instances } = await addReportedStudy(stack)
  const [lost = '', cut = '', changed = ''] = instances
  const fileOf = (image: string) => fileOfImage(stack, orthancId, image)
  await rm(await fileOf(lost))
  await truncate(await fileOf(cut), 100)
  const bytes = await readFile(await fileOf(changed))
  await writeFile(await fileOf(changed), bytes.fill('x', bytes.length - 4))
  const damaged = (image: string) => `image ${image} of study ${orthancId} is damaged in the image archive`
  expect((await differencesOf(stack)).sort()).toEqual(instances.map(damaged).sort())

  const { manifest } = await make()
  expect(manifest.archive).toMatchObject({ studies: 1, instances: 1, unreadable: 2 })
  const unreadable = (image: string) => `image ${image} of study ${orthancId} cannot be read from the image archive`
  expect(heard.toSorted()).toEqual([lost, cut].map(unreadable).sort())
})

test('a damaged backup reports the damage', async () => {
  const { objectKey, orthancId } = await addReportedStudy(stack)
  const { path } = await make()
  const [name = ''] = await readdir(studyFolder(path, orthancId))
  await writeFile(join(studyFolder(path, orthancId), name), 'x')
  await rm(objectPath(path, objectKey))
  expect(await verifyBackup(path, tell)).toMatchObject({ differences: 2 })
  expect(heard.join('\n')).toMatch(/object .* is missing.*\n.*image .* is damaged/)
  heard.splice(0)
  const { objects, instances } = await put(path)
  expect([objects, instances, heard.length]).toEqual([0, 2, 2])
})

test('an incomplete or newer database is not restored', async () => {
  await addReportedStudy(stack)
  const { path, manifest } = await make()
  await writeManifest(path, { ...manifest, schema: manifest.schema + 1 })
  await expect(put(path)).rejects.toThrow('newer version of Readroom')
  await writeManifest(path, manifest)
  await writeFile(join(path, 'database', 'users.copy.gz'), 'x')
  await expect(put(path)).rejects.toThrow('users.copy.gz is damaged. Nothing was changed')
  expect(await verifyBackup(path, tell)).toMatchObject({ differences: 1 })
  expect((await fresh.orthanc.listStudies(0, 10)).length).toBe(0)
  await rm(manifestPath(path))
  await expect(findBackup(dir, path)).rejects.toThrow('is not a complete backup')
})

test('two backups cannot run at once', async () => {
  await addReportedStudy(stack)
  const both = await Promise.allSettled([make(), make()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: 'Another backup is running' } })
})
