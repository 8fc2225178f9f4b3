import type { Locator } from '@playwright/test'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { expectDrawn, front, openReading } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const side = 64
const ramp = Uint16Array.from({ length: side * side }, (_, at) => (at % side) * 30)

/** Returns an element of Explicit VR Little Endian (PS3.5 section 7.1.2). */
function element(group: number, number: number, vr: string, value: Buffer): Buffer {
  const head = Buffer.alloc(vr === 'OW' ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  if (vr === 'OW') head.writeUInt32LE(value.length, 8)
  else head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}
const shorts = (...numbers: number[]) => Buffer.from(Int16Array.from(numbers).buffer)

/** Returns a bit for each pixel: a filled square that begins at `from` and ends before `to`. */
function square(from: number, to: number): Buffer {
  const bits = Buffer.alloc((side * side) / 8)
  const isIn = (place: number) => place >= from && place < to
  for (let at = 0; at < side * side; at += 1)
    if (isIn(at % side) && isIn(Math.floor(at / side))) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  return bits
}

/** An overlay plane (PS3.3 section C.9.2). Without bits it lies in the unused bits of the pixels. */
const plane = (group: number, bits: Buffer | null) => [
  element(group, 0x0010, 'US', shorts(side)),
  element(group, 0x0011, 'US', shorts(side)),
  element(group, 0x0040, 'CS', Buffer.from('G ')),
  element(group, 0x0050, 'SS', shorts(1, 1)),
  element(group, 0x0100, 'US', shorts(bits ? 1 : 16)),
  element(group, 0x0102, 'US', shorts(bits ? 0 : 12)),
  ...(bits ? [element(group, 0x3000, 'OW', bits)] : []),
]

/** Puts elements before the pixels. */
function insert(bytes: Buffer, elements: Buffer[]): Buffer {
  const pixels = bytes.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
  return Buffer.concat([bytes.subarray(0, pixels), ...elements, bytes.subarray(pixels)])
}

/** Returns at how many of 64 x 64 points something is drawn over the image, and if the first and the middle one are among them. */
const overlaysOn = (pane: Locator) =>
  pane.locator('svg.svg-layer image').evaluateAll(
    (images, size) =>
      Promise.all(
        images.map(async (each) => {
          const drawn = new Image()
          drawn.src = each.getAttribute('href') ?? ''
          await drawn.decode()
          const sheet = new OffscreenCanvas(size, size).getContext('2d')
          sheet?.drawImage(drawn, 0, 0, size, size)
          const { data } = sheet?.getImageData(0, 0, size, size) ?? { data: [] }
          const isSet = (x: number, y: number) => (data[(y * size + x) * 4 + 3] ?? 0) > 0
          let points = 0
          for (let at = 3; at < data.length; at += 4) points += (data[at] ?? 0) > 0 ? 1 : 0
          return { points, first: isSet(0, 0), middle: isSet(size / 2, size / 2) }
        }),
      ),
    side,
  )

test('overlay planes are drawn over their image, and one inside the pixels is announced', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const { patientId, name } = makePhantom('Overlay')
  const uid = newUid()
  const image = (description: string, number: string) =>
    makeImage({
      PatientID: patientId,
      PatientName: name,
      StudyInstanceUID: uid,
      StudyDate: '20260102',
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.1',
      Modality: 'CR',
      SeriesNumber: number,
      SeriesDescription: description,
      InstanceNumber: '1',
      Rows: side,
      Columns: side,
      BitsAllocated: 16,
      BitsStored: 12,
      HighBit: 11,
      PixelRepresentation: 0,
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      _vrMap: { PixelData: 'OW' },
      PixelData: ramp.buffer,
    })
  const two = [...plane(0x6000, square(24, 40)), ...plane(0x6002, square(0, 8))]
  await sendFiles(system, stage.aeTitle, [
    { fileName: 'two.dcm', bytes: insert(image('Two planes', '1'), two) },
    { fileName: 'embedded.dcm', bytes: insert(image('Embedded plane', '2'), plane(0x6000, null)) },
  ])
  const study = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  const panes = page.frameLocator(front).locator('[data-cy="viewport-pane"]')
  await expect(panes).toHaveCount(2)
  const [drawn, embedded] = [panes.filter({ hasText: 'Two planes' }), panes.filter({ hasText: 'Embedded plane' })]
  await expect
    .poll(() => overlaysOn(drawn))
    .toEqual([
      { points: 16 * 16, first: false, middle: true },
      { points: 8 * 8, first: true, middle: false },
    ])
  await expect(drawn).not.toContainText('Overlay not shown')
  await expect(embedded).toContainText('Overlay not shown')
})
