import type { DataSet } from 'dicom-parser'
import { describeForArchiveViewer } from './archive-view.ts'
import { readDataSet } from './data-set.ts'
import { decodeFrame, type Frame, type Samples } from './frame.ts'
import { readGreyScale, toGreys } from './grey-scale.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import { drawPicture, type Shown } from './picture.ts'
import type { PictureTask, Result, Task } from './tasks.ts'

const asBytes = (values: Samples) => (values instanceof Uint8Array ? values : Uint8Array.from(values))

/** Returns the frame as a screen shows it. */
function show(data: DataSet, header: ImageHeader, frame: Frame, { frame: number, window }: PictureTask): Shown {
  const { rows, columns, channels } = frame
  if (channels === 3) return { rows, columns, channels, bytes: asBytes(frame.values) }
  const own = readGreyScale(data, header, number)
  const scale = window ? { ...own, window } : own
  return { rows, columns, channels, bytes: toGreys(frame, scale, header.photometric) }
}

/** Makes of a DICOM file what a task asks for. Throws Refused. */
export async function perform(file: Uint8Array, task: Task): Promise<Result> {
  const data = readDataSet(file)
  const header = readImageHeader(data)
  const frame = await decodeFrame(data, header, task.frame)
  if (task.kind === 'pixels') return { kind: 'pixels', ...frame }
  if (task.kind === 'picture') {
    return { kind: 'picture', bytes: await drawPicture(show(data, header, frame, task), task) }
  }
  const scale = readGreyScale(data, header, task.frame)
  return { kind: 'archive-viewer', json: await describeForArchiveViewer(data, header, { frame, scale, form: task.form }) }
}
