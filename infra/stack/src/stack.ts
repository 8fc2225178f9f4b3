import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMail } from '@readroom/local/services/mail'
import getPort from 'get-port'
import { type Compose, composeOf, composeWords, docker, findCompose, runScript } from './docker.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const upMs = 15 * 60_000
const readyMs = 3 * 60_000

export type Stack = {
  url: string
  /** The stack's address with TLS, by a certificate that the stack signs itself. */
  tlsUrl: string
  /** Leads there. */
  redirectUrl: string
  dicomPort: number
  /** Folder of the mails that were sent. */
  mailDir: string
  admin: { email: string; password: string }
  compose: Compose
  /** Builds what is not built, starts, and waits until it can serve. */
  up: (replicas?: { api?: number; worker?: number }) => Promise<void>
  /** Replaces every API process, one after the other, as an operator does. */
  updateApi: () => Promise<void>
  /** Ends every container; the volumes stay. */
  down: () => Promise<void>
  /** Ends every container, and removes the volumes too. */
  empty: () => Promise<void>
  /** Ends and removes everything, images and volumes too. */
  remove: () => Promise<void>
}

/** With every character that means something to an address, a shell, a template or an `.env`. */
const password = () => `@:/?#%41&'$HOME $$ "${randomBytes(16).toString('hex')}`
/** Without the one of them that docs/operations.md excepts. */
const archivePassword = () => password().replaceAll('"', '')

/** A line of an `.env`: between quotes as it is, but for quotes. */
const line = ([name, value]: [string, string | number]) => `${name}='${String(value).replaceAll("'", "\\'")}'\n`

/** The host as containers on a bridge see it. */
const hostAddress = async () =>
  (await docker(['network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}'])).trim() || '172.17.0.1'

async function untilReady(url: string, compose: Compose): Promise<void> {
  for (const began = Date.now(); Date.now() - began < readyMs; await delay(500)) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`the portal did not become ready:\n${await compose(['ps'])}\n${await compose(['logs', '--tail', '30'])}`)
}

/**
 * The stack of docker-compose.yml under a name and on ports of its own, configured by an `.env` as docs/operations.md says. Null if there is no
 * Docker Engine or no Compose.
 */
export async function createStack(): Promise<Stack | null> {
  const command = await findCompose()
  if (!command) return null
  const dir = await mkdtemp(join(tmpdir(), 'readroom-stack-'))
  const host = await hostAddress()
  const mailDir = join(dir, 'mail')
  const [mail, port, dicomPort] = [await startMail({ dir: mailDir, host: '0.0.0.0' }), await getPort(), await getPort()]
  const [httpPort, httpsPort] = [await getPort(), await getPort()]
  const url = `http://127.0.0.1:${port}`
  const admin = { email: 'first.administrator@example.org', password: password() }
  const name = `readroom-try-${process.pid}`
  const variables = {
    // An older Compose does not say it to the file by itself.
    COMPOSE_PROJECT_NAME: name,
    PUBLIC_URL: url,
    PORT: port,
    COMPOSE_PROFILES: 'tls',
    DOMAIN: 'localhost',
    HTTP_PORT: httpPort,
    HTTPS_PORT: httpsPort,
    DICOM_PORT: dicomPort,
    SMTP_URL: `smtp://${host}:${mail.port}`,
    JWT_SECRET: password(),
    READROOM_ADMIN_EMAIL: admin.email,
    READROOM_ADMIN_PASSWORD: admin.password,
    POSTGRES_PASSWORD: password(),
    REDIS_PASSWORD: password(),
    ORTHANC_PASSWORD: archivePassword(),
    S3_SECRET_ACCESS_KEY: password(),
    BACKUP_FOLDER: join(dir, 'backups'),
  }
  const envFile = join(dir, '.env')
  await writeFile(envFile, Object.entries(variables).map(line).join(''), { mode: 0o600 })
  // The name is given beside the file; an older Compose does not know it as part of the file.
  const file = join(dir, 'docker-compose.yml')
  await writeFile(file, (await readFile(join(root, 'docker-compose.yml'), 'utf8')).replace(/^name:.*\n/m, ''))
  const words = composeWords({ command, name, folder: root, file, envFile })
  const compose = composeOf(words)

  return {
    url,
    dicomPort,
    mailDir,
    admin,
    compose,
    tlsUrl: `https://localhost:${httpsPort}`,
    redirectUrl: `http://localhost:${httpPort}`,
    async up(replicas = {}) {
      const scale = Object.entries(replicas).flatMap(([service, count]) => ['--scale', `${service}=${count}`])
      await compose(['up', '--detach', '--build', ...scale], { timeoutMs: upMs })
      await untilReady(url, compose)
    },
    updateApi: async () => void (await runScript(join(root, 'infra/docker/rolling-update.sh'), words, upMs)),
    down: async () => void (await compose(['down'], { timeoutMs: readyMs })),
    empty: async () => void (await compose(['down', '--volumes'], { timeoutMs: readyMs })),
    async remove() {
      await compose(['down', '--volumes', '--rmi', 'local', '--remove-orphans'], { timeoutMs: readyMs })
      // They have names of their own, by which several services use them.
      await docker(['image', 'rm', '--force', `${name}-api:local`, `${name}-worker:local`])
      await mail.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
