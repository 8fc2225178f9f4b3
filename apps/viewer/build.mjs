import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { viewerCommands } from '@readroom/contracts/images/viewer-commands'
import { bundleOwn } from './build/bundle.mjs'
import { definedCommands, requireAllCommands } from './build/commands.mjs'
import { patchScript, requireAllPatches } from './build/patch.mjs'
import { rebaseScript, rebaseStyle } from './build/rebase.mjs'
import { selectFiles } from './build/select.mjs'
import { writeServed } from './build/write.mjs'
import { describeHeaders, VIEWER_BASE } from './src/headers.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const ohif = join(here, 'node_modules/@ohif/app/dist')
const out = join(here, 'dist')
const OWN_FILES = [
  'overlay.css',
  'app-config.js',
  'request-errors.js',
  'viewports.js',
  'late-images.js',
  'drawn-images.js',
  'reading-frame.js',
  'reading-annotations.js',
  'request-errors.css',
  'phone.css',
  'favicon.svg',
]
/** The script of every window of its own, and the script and the style sheet that only phones load. */
const OWN_BUNDLES = { 'standing.js': 'standing.js', 'phone.js': 'phone/main.js', 'phone-layer.css': 'phone/layer.css' }
/** The scripts that run before OHIF starts. */
const OWN_SCRIPTS = { 'hanging.js': 'hanging/main.js', 'controls.js': 'controls/main.js' }

/** Converts one file of OHIF's build. Text is rebased, anything else is copied. Adds the patches and commands it finds to `applied` and `commands`. */
async function convert(file, applied, commands) {
  const content = await readFile(join(ohif, file))
  if (file.endsWith('.css')) return { content: rebaseStyle(content.toString(), VIEWER_BASE), isRuntime: false }
  if (!file.endsWith('.js')) return { content, isRuntime: false }
  for (const name of definedCommands(content.toString())) commands.add(name)
  const { code, isRuntime } = await rebaseScript(patchScript(content.toString(), applied), VIEWER_BASE)
  return { content: code, isRuntime }
}

/** Returns every script that we add to OHIF. */
async function readOwnScripts() {
  const files = await readdir(join(here, 'src'), { recursive: true })
  const scripts = files.filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'))
  return Promise.all(scripts.map((file) => readFile(join(here, 'src', file), 'utf8')))
}

/** Returns the OHIF commands that keys can be bound to, as calls. Those that begin with `readroom` are in `src/controls/commands.js`. */
const commandTable = () =>
  viewerCommands.map(({ run: [name] }) => (name.startsWith('readroom') ? '' : `run('${name}')`)).join('\n')

/** Returns our page with the names of OHIF's entry files, which change with each version. */
async function makePage(entry) {
  const page = await readFile(join(here, 'src/index.html'), 'utf8')
  return page.replaceAll('%BASE%', VIEWER_BASE).replaceAll('%ENTRY%', entry)
}

async function build() {
  await rm(out, { recursive: true, force: true })
  const runtimes = []
  const sizes = []
  const applied = new Set()
  const commands = new Set()
  const write = async (file, content) => sizes.push(await writeServed(out, file, content))

  const files = await selectFiles(ohif)
  await Promise.all(
    files.map(async (file) => {
      const { content, isRuntime } = await convert(file, applied, commands)
      if (isRuntime) runtimes.push(file)
      await write(file, content)
    }),
  )
  requireAllPatches(applied)
  requireAllCommands([...(await readOwnScripts()), commandTable()], commands)
  const entry = runtimes.find((file) => file.startsWith('app.bundle.'))
  const workers = runtimes.filter((file) => file !== entry).sort()
  if (!entry || workers.length === 0)
    throw new Error('This version of @ohif/app is laid out differently: no entry or no workers found')

  await write('index.html', await makePage(entry))
  for (const file of OWN_FILES) await write(file, await readFile(join(here, 'src', file)))
  for (const [file, entry] of Object.entries(OWN_BUNDLES)) await write(file, await bundleOwn(join(here, 'src', entry)))
  for (const [file, entry] of Object.entries(OWN_SCRIPTS)) await write(file, await bundleOwn(join(here, 'src', entry), 'iife'))
  await write('LICENSE-OHIF.txt', await readFile(join(ohif, '../LICENSE')))
  await write('headers.json', `${JSON.stringify(describeHeaders(workers), null, 2)}\n`)

  const megabytes = (key) => (sizes.reduce((sum, entry) => sum + entry[key], 0) / 1e6).toFixed(1)
  console.log(`viewer: ${sizes.length} files, ${megabytes('size')} MB, ${megabytes('transferred')} MB compressed`)
}

await build()
