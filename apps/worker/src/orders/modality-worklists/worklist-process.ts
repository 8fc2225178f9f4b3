import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginChild, type Child } from '../../core/child.ts'
import { FromListener, type ToListener } from './worklist-messages.ts'

/** The program beside this one, built or not. */
const program = fileURLToPath(new URL(`./worklist-child${extname(import.meta.url)}`, import.meta.url))
/** Memory of its heap, in MB. Five hundred items take some ten. */
const HEAP_MB = 128

export type ListeningProcess = Pick<Child, 'isAlive' | 'stop'> & { tell: (message: ToListener) => void }

/** Begins the process that speaks DICOM to scanners. */
export function beginListening(onMessage: (message: FromListener) => void): ListeningProcess {
  const child = beginChild({ program, heapMegabytes: HEAP_MB, serialization: 'json' }, (sent) => {
    const message = FromListener.safeParse(sent)
    if (message.success) onMessage(message.data)
  })
  return child
}
