import { createDecoder, type Decoder } from '@readroom/decoder/decoder'
import { eventually } from '@readroom/local/core/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { createDecoderProbe } from './decoder-probe.ts'

test('a decoder that decodes is up, and one that is closed is down', async () => {
  const decoder = createDecoder({ processes: 1 })
  onTestFinished(() => decoder.close())
  await eventually(async () => expect(await createDecoderProbe(decoder)()).toBe('up'))
  decoder.close()
  expect(await createDecoderProbe(decoder)()).toBe('down')
})

test('a decoder with wrong values is down, and it is asked once for many questions', async () => {
  let asked = 0
  const wrong: Pick<Decoder, 'decode'> = {
    decode: async () => {
      asked += 1
      return { kind: 'pixels', rows: 2, columns: 2, channels: 1, values: Uint8Array.of(0, 51, 102, 254) }
    },
  }
  const probe = createDecoderProbe(wrong)
  const answers = await Promise.all(Array.from({ length: 50 }, () => probe()))
  expect([new Set(answers), asked]).toEqual([new Set(['down']), 1])
})

test('a decoder that is busy stays up', async () => {
  const probe = createDecoderProbe({ decode: () => new Promise(() => {}) })
  expect([await probe(), await probe()]).toEqual(['up', 'up'])
})
