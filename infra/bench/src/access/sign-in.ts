import { hash, verify } from '@node-rs/argon2'
import { createAdmins, password } from '../core/api-process.ts'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { medianTime, quantile, time } from '../core/statistics.ts'

const accounts = 50
const bursts = 6
const rounds = 30
const quietPages = 200
const worklist = '/api/admin/studies?limit=100'

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Times of one page after the other, until told to stop. */
function readPages(page: () => Promise<unknown>) {
  let going = true
  const times: number[] = []
  const read = async () => {
    while (going) times.push(await time(page))
    return times
  }
  const reading = read()
  return () => {
    going = false
    return reading
  }
}

/** Measures the delay that a morning's sign-ins cause for others, and the cost of one sign-in besides its one Argon2id hash. */
export async function benchSignIn(): Promise<Figure[]> {
  return withApi({ studies: 100_000 }, async ({ databaseUrl, api }) => {
    const emails = await createAdmins(databaseUrl, accounts)
    const page = () => api.get(worklist)
    const hashed = await hash(password)
    const bare = await medianTime(rounds, () => verify(hashed, password))
    const one = await medianTime(rounds, () => api.signIn(emails[0] ?? ''))

    await medianTime(rounds, page)
    const quiet: number[] = []
    for (let count = 0; count < quietPages; count++) quiet.push(await time(page))
    const stop = readPages(page)
    const burst = await time(async () => {
      for (let count = 0; count < bursts; count++) await Promise.all(emails.map(api.signIn))
    })
    const busy = await stop()

    const [before, during] = [quantile(quiet, 0.95), quantile(busy, 0.95)]
    const load = `${bursts} times ${accounts} sign-ins at once (${ms(burst)}, ${busy.length} pages)`
    return [
      {
        name: `worklist page during ${load}, 95th percentile ${ms(during)} over ${ms(before)} alone`,
        value: during / before,
        unit: '',
        limit: 2,
      },
      { name: `one sign-in ${ms(one)} over one bare Argon2id check ${ms(bare)}`, value: one / bare, unit: '', limit: 2 },
    ]
  })
}
