/** OHIF's name for showing two studies side by side. */
const comparison = 'hangingprotocolId=@ohif/hpCompare&stageId=2x1'

/** Returns the address of the image viewer (OHIF) for a study, and a prior to compare it with. The cookies decide which images it may load. */
export function viewerAddress(studyInstanceUid: string, priorUid?: string): string {
  const address = `/viewer-app/viewer?StudyInstanceUIDs=${encodeURIComponent(studyInstanceUid)}`
  return priorUid === undefined ? address : `${address},${encodeURIComponent(priorUid)}&${comparison}`
}
