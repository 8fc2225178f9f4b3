import type { Confirmation } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Store } from '../../../lib/store.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { codeOf, isRefusal, Unheard } from './draft-errors.ts'
import type { DraftState } from './draft-state.ts'
import type { Hold } from './hold.ts'

export type Signature = {
  meaning: SignatureMeaning
  confirmed: Confirmation[]
  /** The key images as the signer sees them. */
  keyImages: { id: string; caption: string }[]
  password: string | undefined
}

type Options = {
  calls: Pick<ReadingCalls, 'sign'>
  store: Pick<Store<DraftState>, 'state'>
  hold: Pick<Hold, 'demand'>
}

/** Returns the function that signs the saved text. Repeating a request signs once, because its answer may have been lost. */
export function createDraftSigning({ calls, store, hold }: Options) {
  /** The last request. Another text makes a new one. */
  let request = { of: '', id: '' }

  return async (signature: Signature): Promise<ReportVersion> => {
    const { revision } = store.state()
    const { password, ...what } = signature
    const of = JSON.stringify({ ...what, revision })
    if (request.of !== of) request = { of, id: crypto.randomUUID() }
    const body = { fence: hold.demand(), revision, ...signature, requestId: request.id }
    const { version } = await calls.sign(body).catch((error: unknown) => {
      if (!isRefusal(error) && codeOf(error) !== 'BUSY') throw new Unheard()
      // After a refusal nothing was signed, so the next attempt is a new request.
      request = { of: '', id: '' }
      throw error
    })
    return version
  }
}
