import { once } from 'node:events'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import getPort from 'get-port'
import type { LocalConfig } from '../core/config.ts'
import { reapLeftovers } from '../core/leftovers.ts'
import { keepSecrets, writePrivateJson } from '../services/secrets.ts'
import { startServices } from '../services/services.ts'
import { type KeptProgram, type ProgramPlace, type Programs, reapPrograms, runProgram, startProgram } from './programs.ts'
import { supervise } from './supervise.ts'

/** Ends everything: the programs first, then the services they use. */
export type StopSystem = () => Promise<void>

/** Starts services and programs. Resolves once the system can be used; when it rejects, nothing is left running. */
export async function startSystem(config: LocalConfig, programs: Programs, signal: AbortSignal): Promise<StopSystem> {
  await mkdir(join(config.dataDir, 'results'), { recursive: true, mode: 0o700 })
  await reapPrograms(config.dataDir, programs)
  await checkPorts(config)
  const stops: StopSystem[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  // Without this a watcher would bring back what a failed start takes down.
  const giveUp = new AbortController()
  const until = AbortSignal.any([signal, giveUp.signal])
  try {
    const services = await startServices(config, until)
    stops.push(services.stop)
    const hospital = config.READROOM_DEMO === 'on' ? programs.hospital : undefined
    const env = await programEnvironment(config, { ...(hospital && (await hospitalEnvironment(config))), ...services.env })
    stops.push(await describe(config, env))
    const place = { root: config.root, dataDir: config.dataDir, env, signal: until }
    for (const program of programs.prepare) await runProgram(program, place)
    const kept = programs.keep.filter(({ needs }) => needs === undefined || env[needs] !== undefined)
    const keeping = kept.map(async (program) => keep(program, config, place))
    stops.push(async () => void (await Promise.allSettled(keeping.map(async (kept) => (await kept).stop()))))
    await Promise.all(keeping)
    await runProgram(programs.demo, place)
    if (hospital) stops.push((await startProgram(hospital, place)).stop)
    return stop
  } catch (error) {
    giveUp.abort()
    await stop()
    throw error
  }
}

/** Keeps a program running, also if it hangs. */
async function keep(program: KeptProgram, config: LocalConfig, place: ProgramPlace) {
  const { name, health } = program
  const metrics = health === 'metrics' ? await getPort({ host: '127.0.0.1' }) : null
  const env = metrics === null ? place.env : { ...place.env, METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metrics) }
  const start = () => startProgram(program, { ...place, env }, () => isReady(config, program))
  if (health === undefined) return supervise(name, place.signal, start)
  const ask = async () => (await fetch(`http://127.0.0.1:${metrics ?? config.PORT}/healthz`)).ok
  return supervise(name, place.signal, start, { ask })
}

async function isReady(config: LocalConfig, { readyPath, readyPort }: KeptProgram): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000)
  if (readyPath !== undefined) return (await fetch(`http://127.0.0.1:${config.PORT}${readyPath}`, { signal })).ok
  if (readyPort === undefined) return true
  const socket = connect(config[readyPort], '127.0.0.1')
  await once(socket, 'connect', { signal }).finally(() => socket.destroy())
  return true
}

async function checkPorts(config: LocalConfig): Promise<void> {
  const orthancDir = join(config.dataDir, 'orthanc')
  await mkdir(orthancDir, { recursive: true, mode: 0o700 })
  await reapLeftovers(orthancDir, 'Orthanc', 'SIGTERM', 8_000)
  const wanted = config.ORTHANC_URL ? (['PORT'] as const) : (['PORT', 'DICOM_PORT'] as const)
  for (const name of wanted) {
    if ((await getPort({ port: config[name] })) !== config[name])
      throw new Error(`Port ${config[name]} is in use; set ${name} to another`)
  }
}

/** Receivers of results may be on this machine, where our own services are, too. */
function ownPlaces({ PORT, DICOM_PORT }: LocalConfig, { DICOM_ARCHIVE_PORT }: Record<string, string>) {
  const ports = [PORT, DICOM_PORT, ...(DICOM_ARCHIVE_PORT ? [DICOM_ARCHIVE_PORT] : [])]
  const own = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const networks = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7'
  return { OWN_SERVICES: own, RESULTS_NETWORKS: networks }
}

/** Everything the programs read, over what the person at the terminal set. */
async function programEnvironment(
  config: LocalConfig,
  services: Record<string, string>,
): Promise<Record<string, string | undefined>> {
  const { root, dataDir } = config
  return {
    ...(await keepSecrets(join(dataDir, 'secrets.json'))),
    STORAGE_DRIVER: config.S3_BUCKET ? 's3' : 'local',
    STORAGE_DIR: join(dataDir, 'storage'),
    RESULTS_FOLDER: join(dataDir, 'results'),
    ...(config.READROOM_DEMO === 'on' && { SUPPORT_EMAIL: 'support@readroom.example' }),
    ...ownPlaces(config, services),
    ...config.inherited,
    ...services,
    HOST: config.HOST,
    PORT: String(config.PORT),
    PUBLIC_URL: config.PUBLIC_URL,
    CLINIC_TIME_ZONE: config.CLINIC_TIME_ZONE,
    DICOM_PORT: String(config.DICOM_PORT),
    READROOM_DEMO: config.READROOM_DEMO,
    READROOM_DATA: dataDir,
    // Somebody waits at a terminal, and everything is to end within 15 s.
    DRAIN_SECONDS: '4',
    // Two programs on one machine: each that has one gets its own.
    METRICS_PORT: '',
    WEB_DIR: join(root, 'apps/web/dist'),
    VIEWER_DIR: join(root, 'apps/viewer/dist'),
  }
}

/** Opens the ports between a hospital and Readroom, for programs of this machine only. Usual ports that are taken are replaced. */
async function hospitalEnvironment({ inherited }: LocalConfig): Promise<Record<string, string>> {
  const usual = {
    WORKLIST_PORT: 4243,
    HOSPITAL_ORDERS_PORT: 2575,
    HOSPITAL_RESULTS_PORT: 2576,
    HOSPITAL_ARCHIVE_PORT: 11_112,
  }
  const ports: Record<string, string> = {}
  for (const [name, port] of Object.entries(usual))
    ports[name] = inherited[name] ?? String(await getPort({ port, host: '127.0.0.1' }))
  const { HL7_HOST = '127.0.0.1', WORKLIST_HOST = '127.0.0.1' } = inherited
  return { HL7_HOST, WORKLIST_HOST, ...ports }
}

const DESCRIBED = [
  'PUBLIC_URL',
  'PORT',
  'DATABASE_URL',
  'REDIS_URL',
  'ORTHANC_URL',
  'ORTHANC_USERNAME',
  'ORTHANC_PASSWORD',
  'DICOM_HOST',
  'DICOM_PORT',
  'WORKLIST_PORT',
  'RESULTS_FOLDER',
  'SMTP_URL',
  'MAIL_DIR',
  'STORAGE_DRIVER',
  'STORAGE_DIR',
]

/** Tells operators and tests if everything is, in `services.json`. It goes when the system stops. */
async function describe(config: LocalConfig, env: Record<string, string | undefined>): Promise<StopSystem> {
  const file = join(await realpath(config.dataDir), 'services.json')
  const shown = Object.fromEntries(DESCRIBED.map((name) => [name, env[name]]))
  await writePrivateJson(file, { PID: process.pid, ...shown })
  return () => rm(file, { force: true })
}
