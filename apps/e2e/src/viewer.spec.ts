import { assignTo, makePhantom, needSamples, readSample, sendFiles, untilSettled } from './studies.ts'
import { expect, test } from './test.ts'
import { expectPixels, openViewer, viewerPixels } from './viewer.ts'

/** Real studies with what has tripped viewers up: no patient name and a window of zero, compressed colour frames, JPEG 2000. */
const samples = [
  { folder: 'mr-brain-noname', uid: '0.0.0.0.2.8811.20010413115754.12432', row: '123565', isColour: false },
  { folder: 'us-cine-sonosite', uid: '1.2.840.114340.3.8251017118051.1.20160503.120850.2171', row: 'PLA', isColour: true },
  { folder: 'nm-bone-j2k', uid: '1.3.6.1.4.1.5962.1.2.8.20040826185059.5457', row: 'CompressedSamples NM1', isColour: false },
]

for (const { folder, uid, row, isColour } of samples) {
  test(`the viewer shows ${folder} to its doctor`, async ({ system, stage, adminApi, enter }) => {
    needSamples()
    await sendFiles(system, stage.aeTitle, await readSample(folder))
    await assignTo(adminApi, await untilSettled(adminApi, uid), stage.doctor)
    const viewer = await openViewer(await enter(stage.doctor), row)
    await expectPixels(viewer)
    if (isColour) await expect.poll(async () => (await viewerPixels(viewer)).coloured).toBeGreaterThan(10)
    await expect(viewer.getByRole('alert')).toHaveCount(0)
  })
}

test('the viewer shows a study whose UID has letters, as some devices write them', async ({ system, stage, adminApi, enter }) => {
  const phantom = makePhantom('Letters', 3)
  const uid = `${phantom.uid.slice(0, -4)}.ABC`
  const files = Array.from(phantom.files(), ({ fileName, bytes }) => ({
    fileName,
    bytes: Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(phantom.uid, uid), 'latin1'),
  }))
  await sendFiles(system, stage.aeTitle, files)
  await assignTo(adminApi, await untilSettled(adminApi, uid), stage.doctor)
  await expectPixels(await openViewer(await enter(stage.doctor), phantom.name))
})
