import { expect, it } from 'vitest'
import { notShown } from './not-shown.js'

it.each([
  ['a plain image', {}, ''],
  ['an overlay of its own', { 60000010: 64, 60003000: { BulkDataURI: '/bulk' } }, ''],
  ['an overlay in the pixels', { 60000010: 64, 60000102: 12 }, 'Overlay not shown'],
  ['a second overlay in the pixels', { 60000010: 64, 60003000: {}, '601E0010': 64 }, 'Overlay not shown'],
  ['a VOI LUT instead of a window', { VOILUTSequence: [{}] }, 'VOI LUT not applied'],
  ['a VOI LUT beside a window', { VOILUTSequence: [{}], WindowWidth: 400 }, ''],
  ['an empty VOI LUT', { VOILUTSequence: [] }, ''],
  ['pixels of one bit', { BitsAllocated: 1, SamplesPerPixel: 1 }, 'Image of single bits not shown'],
  ['pixels of eight bits', { BitsAllocated: 8, SamplesPerPixel: 1 }, ''],
  ['curves of one group', { WaveformSequence: [{}] }, ''],
  ['curves of two groups', { WaveformSequence: [{}, {}] }, 'Other groups of curves not shown'],
  ['both', { 60000010: 64, VOILUTSequence: [{}], WindowWidth: null }, 'Overlay not shown · VOI LUT not applied'],
])('says what is not shown of %s', (_words, instance, words) => {
  expect(notShown(instance)).toBe(words)
})
