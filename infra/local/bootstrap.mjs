// `npm start` and `npm test` on a machine that has Node and npm and nothing else: installs and builds, then hands over to dist/.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [command, ...args] = process.argv.slice(2)

/** Read here, not in a config: this runs before any package is there. */
const environment = process.env

const orthanc = ['orthanc', 'orthanc-dicomweb', 'orthanc-gdcm', 'orthanc-webviewer']

/** System programs: the file that shows one is there, its packages, the variable that makes it unnecessary, the commands that need it. */
const SYSTEM_PROGRAMS = [
  { file: 'redis-server', packages: ['redis-server'], commands: ['start'], unless: 'REDIS_URL' },
  { file: 'redis-server', packages: ['redis-server'], commands: ['test'] },
  { file: 'Orthanc', packages: orthanc, commands: ['start'], unless: 'ORTHANC_URL' },
  { file: 'Orthanc', packages: orthanc, commands: ['test'] },
  ...['libOrthancDicomWeb.so', 'libOrthancGdcm.so', 'libOrthancWebViewer.so'].flatMap((plugin) => [
    { file: `/usr/share/orthanc/plugins/${plugin}`, packages: orthanc, commands: ['start'], unless: 'ORTHANC_URL' },
    { file: `/usr/share/orthanc/plugins/${plugin}`, packages: orthanc, commands: ['test'] },
  ]),
  { file: 'setpriv', packages: ['util-linux'], commands: ['start', 'test'] },
  { file: '/usr/lib/chromium/chromium-headless-shell', packages: ['chromium-headless-shell'], commands: ['test'] },
  { file: 'storescu', packages: ['dcmtk'], commands: ['test'] },
  { file: 'dciodvfy', packages: ['dicom3tools'], commands: ['test'] },
  { file: '/usr/lib/python3/dist-packages/hl7', packages: ['python3-hl7'], commands: ['test'] },
  { file: 'pdfsig', packages: ['poppler-utils'], commands: ['test'] },
  { file: 'libreoffice', packages: ['libreoffice-writer-nogui'], commands: ['test'] },
  { file: '/usr/share/fonts/truetype/noto', packages: ['fonts-noto-core'], commands: ['test'] },
  { file: '/usr/share/fonts/opentype/noto', packages: ['fonts-noto-cjk'], commands: ['test'] },
]
const PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

// Packages must not start services of their own on the ports we use, neither now nor at the next boot.
const INSTALL = `
  set -e
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then printf '#!/bin/sh\\nexit 101\\n' > $policy; chmod +x $policy; trap "rm -f $policy" EXIT; fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@"
  for service in redis-server orthanc; do
    case " $* " in *" $service "*) systemctl disable $service 2>/dev/null || true ;; esac
  done`

async function main() {
  if (command !== 'start' && command !== 'test') throw new Error('Usage: bootstrap.mjs start|test')
  const phases = []
  const timed = async (name, work) => {
    const startedAt = performance.now()
    await work()
    phases.push({ name, seconds: (performance.now() - startedAt) / 1000 })
  }
  await timed('install', async () => {
    await installSystemPrograms()
    await installDependencies()
  })
  await timed('build', build)
  const { main: next } = await import(`./dist/${command}.js`)
  await next(args, phases)
}

/** turbo asks pnpm about the workspace, so it must be started by it. */
async function build() {
  await run('npx', ['-y', packageManager, 'turbo', 'run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    failure: 'The build failed',
  })
}

async function installSystemPrograms() {
  const missing = SYSTEM_PROGRAMS.filter(({ commands, unless }) => commands.includes(command) && !(unless && environment[unless]))
    .filter(({ file }) => !(file.startsWith('/') ? [file] : PATH.map((dir) => join(dir, file))).some((path) => existsSync(path)))
    .flatMap(({ packages }) => packages)
  if (missing.length === 0) return
  const packages = [...new Set(missing)]
  const isRoot = process.getuid?.() === 0
  const advice = `Please install: ${packages.join(' ')} (or see the README for Docker, or for the URLs of running services)`
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && !existsSync('/usr/bin/sudo'))) throw new Error(advice)
  console.log(`Installing with apt: ${packages.join(' ')}`)
  const shell = ['sh', '-c', INSTALL, 'sh', ...packages]
  const [program, ...rest] = isRoot ? shell : ['sudo', ...(process.stdin.isTTY ? [] : ['-n']), ...shell]
  await run(program, rest, { cwd: root, failure: advice })
}

/** Skips pnpm when nothing that it reads has changed since it last succeeded. */
async function installDependencies() {
  const marker = join(root, 'node_modules/.readroom-install')
  const packages = ['apps', 'packages', 'infra'].flatMap((dir) =>
    readdirSync(join(root, dir)).map((name) => join(dir, name, 'package.json')),
  )
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', ...packages].map((file) =>
    join(root, file),
  )
  const hash = createHash('sha256').update(process.versions.modules)
  for (const file of files.filter((name) => existsSync(name))) hash.update(file).update(readFileSync(file))
  const state = hash.digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return
  console.log('Installing dependencies')
  await run('npx', ['-y', packageManager, 'install', '--frozen-lockfile'], {
    cwd: root,
    failure: 'Installing dependencies failed',
  })
  writeFileSync(marker, state)
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
