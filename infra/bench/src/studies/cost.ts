import { setTimeout as delay } from 'node:timers/promises'
import type { SeriesRecipe, StudyRecipe } from '@readroom/demo/dicom/make-study'
import type { Figure } from '../core/figure.ts'
import { type Part, parts, readSpent, type Spent } from '../core/process-cost.ts'
import { readStored, type Stored } from '../core/stored-bytes.ts'
import { withWholeSystem } from '../core/whole-system.ts'
import { type Moved, startLives } from './study-life.ts'

const MB = 1_000_000
const idleSeconds = 30
const rates = [10, 100, 1_000]

type Kind = { name: string; studies: number; series: readonly SeriesRecipe[] }

const radiograph = { images: 1, rows: 2_400, columns: 2_000 }
const kinds: readonly Kind[] = [
  {
    name: 'radiograph, 2 images of 2,400 x 2,000',
    studies: 20,
    series: [
      { kind: 'cr-pa', size: radiograph },
      { kind: 'cr-lateral', size: radiograph },
    ],
  },
  {
    name: 'CT, 200 images of 512 x 512',
    studies: 10,
    series: [{ kind: 'ct-chest', size: { images: 200, rows: 512, columns: 512 } }],
  },
]

const recipe = ({ name, series }: Kind, number: number): StudyRecipe => ({
  key: `cost ${name} ${number}`,
  patient: { id: `COST-${series.length}-${number}`, name: `Cost^Carla ${number}`, birthDate: '1970-01-01', sex: 'F' },
  date: '2026-01-02',
  time: '08:30',
  description: 'Chest',
  accessionNumber: `C${series.length}${number}`,
  referringPhysician: 'Referrer^Rita',
  institution: 'Bench',
  series,
})

/** Per study: seconds of CPU by process over what it takes idle, and bytes. */
type Cost = { kind: Kind; cpu: Record<Part, number>; stored: Stored; moved: Moved }

/** Maps every value of a record. The compiler cannot follow that the keys stay, hence the casts. */
const map = <K extends string, V, W>(record: Record<K, V>, to: (value: V, key: K) => W): Record<K, W> =>
  Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, to(value, key as K)])) as Record<K, W>

const cores = (cpu: Record<Part, number>, idle: Record<Part, number>, rate: number) =>
  map(cpu, (seconds, part) => idle[part] + (seconds * rate) / 3600)

const total = (by: Record<Part, number>) => parts.reduce((sum, part) => sum + by[part], 0)

/** Lines of a table as docs/operations.md has it. */
const line = (cells: readonly (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(2)) : cell)).join(' | ')} |`)

function printCpu({ kind, cpu }: Cost, idle: Record<Part, number>) {
  console.log(`\n${kind.name}, ${kind.studies} studies`)
  line(['process', 'CPU s a study', ...rates.map((rate) => `% of a core at ${rate} an hour`)])
  for (const part of parts) line([part, cpu[part], ...rates.map((rate) => cores(cpu, idle, rate)[part] * 100)])
  line(['all', total(cpu), ...rates.map((rate) => total(cores(cpu, idle, rate)) * 100)])
}

function printBytes({ stored, moved }: Cost) {
  line(['MB a study', ...Object.keys(stored), ...Object.keys(moved)])
  line(['', ...[...Object.values(stored), ...Object.values(moved)].map((bytes) => bytes / MB)])
}

function printMemory(idle: Spent, busiest: Record<Part, number>) {
  console.log('')
  line(['process', 'MB idle', 'MB under load'])
  for (const part of parts) line([part, Math.round(idle[part].residentMb), Math.round(busiest[part])])
}

/** Measures the cost of one study on a whole system of its own, and the load that results for each process at so many an hour. */
export async function benchCost(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: '2' }, async (system) => {
    const { dir, databaseUrl } = system
    const lives = await startLives(system)
    // Programs are slower before they are compiled.
    for (const kind of kinds) await lives.play(recipe(kind, 0))
    const resting = await readSpent(dir)
    await delay(idleSeconds * 1000)
    const rested = await readSpent(dir)
    const idle = map(rested, ({ cpuSeconds }, part) => (cpuSeconds - resting[part].cpuSeconds) / idleSeconds)
    let busiest = map(rested, ({ residentMb }) => residentMb)
    const ended = new AbortController()
    const watchMemory = async () => {
      while (!ended.signal.aborted) {
        const now = await readSpent(dir)
        busiest = map(busiest, (mb, part) => Math.max(mb, now[part].residentMb))
        await delay(1000, null, { signal: ended.signal }).catch(() => {})
      }
    }

    async function measure(kind: Kind): Promise<Cost> {
      const [before, storedBefore, started] = [await readSpent(dir), await readStored(dir, databaseUrl), performance.now()]
      let moved: Moved = { received: 0, viewed: 0, delivered: 0 }
      for (let number = 1; number <= kind.studies; number++) {
        const one = await lives.play(recipe(kind, number))
        moved = map(moved, (bytes, way) => bytes + one[way] / kind.studies)
      }
      const seconds = (performance.now() - started) / 1000
      const [after, storedAfter] = [await readSpent(dir), await readStored(dir, databaseUrl)]
      const cpu = map(after, ({ cpuSeconds }, part) => {
        const used = cpuSeconds - before[part].cpuSeconds - idle[part] * seconds
        return Math.max(0, used / kind.studies)
      })
      return { kind, cpu, moved, stored: map(storedAfter, (bytes, place) => (bytes - storedBefore[place]) / kind.studies) }
    }

    const watching = watchMemory()
    const costs: Cost[] = []
    for (const kind of kinds) costs.push(await measure(kind))
    ended.abort()
    await watching
    await lives.stop()
    for (const cost of costs) {
      printCpu(cost, idle)
      printBytes(cost)
    }
    printMemory(rested, busiest)
    return costs.flatMap(({ kind, cpu, stored, moved }) => [
      { name: `${kind.name}: cores at 1,000 studies an hour`, value: total(cores(cpu, idle, 1_000)), unit: '', limit: 4 },
      {
        name: `${kind.name}: kept for each byte received`,
        value: (stored.database + stored.objects + stored.archive) / moved.received,
        unit: '',
        limit: 2.5,
      },
    ])
  })
}
