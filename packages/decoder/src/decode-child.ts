import { Buffer } from 'node:buffer'
import { perform } from './perform.ts'
import { type Refusal, Refused } from './refused.ts'
import { type FromChild, type Task, ToChild } from './tasks.ts'

/** Decoders do not give memory back. */
const spentBytes = 400 * 1024 * 1024
const damaged: Refusal = { code: 'invalid', why: 'its pixels cannot be decoded' }

let file = Buffer.alloc(0)
let received = 0

async function answer(task: Task): Promise<FromChild> {
  try {
    const outcome = { result: await perform(file, task) }
    return { outcome, isSpent: process.memoryUsage.rss() > spentBytes }
  } catch (error) {
    if (error instanceof Refused) return { outcome: { refusal: error.refusal }, isSpent: false }
    // A decoder that failed midway may be in any state.
    return { outcome: { refusal: damaged }, isSpent: true }
  }
}

// Decoders print what they find.
console.log = () => {}
console.warn = () => {}

/** Decodes one image at a time for the process that started this one. */
process.on('message', (sent) => {
  const message = ToChild.parse(sent)
  if (message.kind === 'begin') {
    file = Buffer.alloc(message.size)
    received = 0
  } else if (message.kind === 'piece') {
    file.set(message.bytes, received)
    received += message.bytes.length
  } else void answer(message.task).then((answered) => process.send?.(answered))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
