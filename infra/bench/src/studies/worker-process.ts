import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../../apps/worker/dist/main.js', import.meta.url))

type Worker = { databaseUrl: string; archiveUrl: string; dir: string; perMinute: number }

/** Runs the worker while `work` does, without Redis and mail. `perMinute`: questions that its sweep may ask. */
export async function withWorker<T>(
  { databaseUrl, archiveUrl, dir, perMinute: pace }: Worker,
  work: () => Promise<T>,
): Promise<T> {
  const env = {
    PATH: '',
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    ORTHANC_URL: archiveUrl,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SWEEP_SECONDS: '3600',
    STORAGE_DIR: join(dir, 'storage'),
    SWEEP_REQUESTS_PER_MINUTE: String(pace),
  }
  const child = fork(main, { env, stdio: 'ignore' })
  try {
    return await work()
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
