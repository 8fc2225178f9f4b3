import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginChild, type Child } from '../../../core/child.ts'
import { FromSender, type Outcome, type ToSender } from './store-messages.ts'

/** The program beside this one, built or not. */
const program = fileURLToPath(new URL(`./store-child${extname(import.meta.url)}`, import.meta.url))
/** Memory of its heap, in MB. A report has some hundred kilobytes. */
const HEAP_MB = 256

/** The result of a request. `silent`: it took too long. `garbage`: the answer ended the process. */
export type SenderOutcome = Outcome | { kind: 'silent' | 'garbage' }

export type DicomSender = {
  /** Sends a DICOM file to an address, or a C-ECHO if there is none, over an association of its own. Never rejects. */
  send: (host: string, file: Uint8Array | null) => Promise<SenderOutcome>
  close: () => void
}

/** Opens the way to a receiver. A process of its own speaks DICOM; it begins with the first request. */
export function openDicomSender(place: Omit<ToSender, 'host' | 'file'>): DicomSender {
  let child: Child | null = null
  let take: (outcome: SenderOutcome) => void = () => {}

  /** Begins the process. Resolves when it can send, or has ended. */
  function begin(): Promise<Child> {
    return new Promise((resolve) => {
      const begun = beginChild({ program, heapMegabytes: HEAP_MB, serialization: 'advanced' }, (sent) => {
        const message = FromSender.parse(sent)
        if (message.kind === 'ready') resolve(begun)
        else take(message)
      })
      child = begun
      void begun.ended.then(() => {
        resolve(begun)
        take({ kind: 'garbage' })
      })
    })
  }

  async function send(host: string, file: Uint8Array | null): Promise<SenderOutcome> {
    const sender = child ?? (await begin())
    if (!sender.isAlive()) return { kind: 'garbage' }
    return new Promise((resolve) => {
      const limit = setTimeout(() => take({ kind: 'silent' }), place.connectMs + place.answerMs)
      take = (outcome) => {
        clearTimeout(limit)
        resolve(outcome)
      }
      sender.tell({ ...place, host, file } satisfies ToSender)
    })
  }
  return { send, close: () => void child?.stop() }
}
