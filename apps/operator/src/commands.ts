import { basename } from 'node:path'
import { applyMigrations } from '@readroom/db/migration/migrations'
import { recordVerifiedBackup } from '@readroom/domain/operations/backups'
import { createAdministrator } from './access/create-administrator.ts'
import { removeSecondFactor } from './access/reset-second-factor.ts'
import { readDatabaseConfig, readStackConfig, type StackConfig } from './core/config.ts'
import { OperatorError, UsageError } from './core/operator-error.ts'
import { withStack } from './core/stack.ts'
import { backUp } from './operations/back-up.ts'
import { findBackup } from './operations/backup-folder.ts'
import { checkAudit } from './operations/check-audit.ts'
import { restore } from './operations/restore.ts'
import { verifyArchive, verifyImages } from './operations/verify-archive.ts'
import { verifyBackup } from './operations/verify-backup.ts'
import { verifyObjects } from './operations/verify-objects.ts'
import { readRegister, replayRemovals, verifyRemovals } from './privacy/removal-register.ts'

type Values = Record<string, string | boolean | undefined>
type Given = { values: Values; positional: string | undefined }

/** `positional` names the command's one argument, if it takes one. `run` succeeds or throws. */
export type Command = {
  says: string
  positional?: string
  options: Record<string, { type: 'string' | 'boolean'; says: string }>
  run: (given: Given) => Promise<void>
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Prints and counts differences. */
function teller() {
  let count = 0
  const tell = (what: string) => {
    count += 1
    console.error(what)
  }
  return { tell, count: () => count }
}

function wholeNumber(text: Values[string]): number | null {
  if (text === undefined) return null
  if (typeof text !== 'string' || !/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep needs a whole number of at least 1')
  return Number(text)
}

async function runBackup({ values }: Given): Promise<void> {
  const keep = wholeNumber(values.keep)
  const config = readStackConfig()
  const { tell, count } = teller()
  const { path, manifest, removed } = await withStack(config, (stack) => backUp(stack, { dir: config.BACKUP_DIR, keep, tell }))
  const { objects, archive } = manifest
  const missing = count()
  console.log(
    `${path} ${missing === 0 ? 'is complete' : 'was created'}: ${objects.count} objects, ${megabytes(objects.bytes)}; ${archive.studies} studies,
${archive.instances} images, ${megabytes(archive.bytes)}. ${removed} old backups were removed`.replace('\n', ' '),
  )
  if (missing > 0) throw new OperatorError(`The backup is incomplete: ${missing} files are missing or damaged and are not in it`)
}

const restIsJobs = 'the worker now removes their images and files'

const registerOption = {
  register: { type: 'string', says: 'file or folder with a register of erasures, in addition to the one in object storage' },
} as const
const registerOf = ({ register }: Values) => (typeof register === 'string' ? { register } : {})

async function runRestore({ values, positional }: Given): Promise<void> {
  if (positional === undefined) throw new UsageError('restore needs the name of a backup, or "latest"')
  const config = readStackConfig()
  const { tell, count } = teller()
  const backup = await findBackup(config.BACKUP_DIR, positional)
  const keepShareLinks = values['keep-share-links'] === true
  const { manifest, objects, instances, differing, erasedAgain, shareLinks } = await withStack(config, (stack) =>
    restore(stack, { backup, keepShareLinks, ...registerOf(values), tell }),
  )
  console.log(`Restored as of ${manifest.startedAt}: ${objects} objects, ${instances} images. All users are signed out`)
  if (differing > 0) console.log(`${differing} studies arrived or changed during the backup. The worker checks them`)
  if (erasedAgain > 0) console.log(`${erasedAgain} later erasures and anonymisations were repeated: ${restIsJobs}`)
  if (!keepShareLinks) console.log('All share links were revoked')
  for (const { id, studyId, expiresAt } of shareLinks)
    console.log(`share link ${id} of study ${studyId} works until ${expiresAt.toISOString()}`)
  if (count() > 0) throw new OperatorError(`${count()} files could not be restored`)
}

async function runEraseAgain({ values }: Given): Promise<void> {
  const count = await withStack(readStackConfig(), async (stack) =>
    replayRemovals(stack, await readRegister(stack.storage, registerOf(values).register)),
  )
  console.log(`${count} erasures and anonymisations were repeated: ${restIsJobs}`)
}

/** Records the check of a backup for the System page. A backup can be checked where no database is, so this may fail. */
async function noteVerified(config: StackConfig, details: { backup: string; files: number }): Promise<void> {
  try {
    await withStack(config, ({ db }) => db.transaction((tx) => recordVerifiedBackup(tx, details)))
  } catch {
    console.log('The System page does not show this check, because the database could not be reached')
  }
}

async function runVerify({ values }: Given): Promise<void> {
  const config = readStackConfig()
  const { tell, count } = teller()
  if (typeof values.backup === 'string') {
    const backup = await findBackup(config.BACKUP_DIR, values.backup)
    const { checked: files } = await verifyBackup(backup, tell)
    console.log(`${files} files of the backup were read`)
    if (count() === 0) await noteVerified(config, { backup: basename(backup), files })
  } else {
    await withStack(config, async ({ db, storage, orthanc }) => {
      const objects = await verifyObjects(db, storage, tell)
      const studies = await verifyArchive({ db, orthanc }, tell)
      await verifyRemovals(db, storage, tell)
      const images = values.images === true ? await verifyImages({ db, orthanc }, tell) : null
      console.log(`${objects} objects were read, ${studies} studies compared${images === null ? '' : `, ${images} images read`}`)
    })
  }
  if (count() > 0) throw new OperatorError(`${count()} differences`)
}

/** The operator's commands: `readroom <name>`. */
export const commands: Record<string, Command> = {
  migrate: {
    says: 'migrates the database to the schema of this version',
    options: {},
    run: () => applyMigrations(readDatabaseConfig().DATABASE_URL),
  },
  'create-administrator': {
    says: 'creates the first administrator of an empty system from READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD',
    options: {},
    run: createAdministrator,
  },
  'reset-second-factor': {
    says: 'removes the authenticator app, passkeys and recovery codes of an account',
    positional: 'ADDRESS',
    options: {},
    run: ({ positional }) => removeSecondFactor(positional),
  },
  'check-audit': {
    says: 'verifies the audit log, optionally from a recorded head',
    positional: '[seq:hash]',
    options: {},
    run: ({ positional }) => checkAudit(positional),
  },
  backup: {
    says: 'copies database, objects and images to a new folder in BACKUP_DIR',
    options: { keep: { type: 'string', says: 'number of backups to keep; older ones are removed' } },
    run: runBackup,
  },
  restore: {
    says: 'restores a backup into an empty stack',
    positional: 'name|latest',
    options: {
      'keep-share-links': { type: 'boolean', says: 'keeps the share links of the backup working, and lists them' },
      ...registerOption,
    },
    run: runRestore,
  },
  'erase-again': {
    says: 'repeats the erasures and anonymisations made after the restored backup; restore does this too',
    options: registerOption,
    run: runEraseAgain,
  },
  verify: {
    says: 'compares database, objects and image archive, or checks a backup',
    options: {
      images: { type: 'boolean', says: 'also reads the file of every image' },
      backup: { type: 'string', says: 'checks this backup instead: a name or "latest"' },
    },
    run: runVerify,
  },
}
