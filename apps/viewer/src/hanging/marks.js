const itemsOf = (sequence) => [sequence ?? []].flat()
const isCalled = (item, code) => itemsOf(item.ConceptNameCodeSequence)[0]?.CodeValue === code

/** Returns true if a part of a report refers to an image. */
const isOnImage = (item) =>
  itemsOf(item.ReferencedSOPSequence).length > 0 ||
  item.ReferencedFrameOfReferenceUID !== undefined ||
  itemsOf(item.ContentSequence).some(isOnImage)

/** Returns true if a report has a measurement on an image that OHIF can mark: a tracked group (PS3.16 TID 1500, TID 1501). */
export const hasMarks = (content) =>
  itemsOf(content)
    .filter((item) => isCalled(item, '126010'))
    .flatMap(({ ContentSequence }) => itemsOf(ContentSequence))
    .filter((group) => isCalled(group, '125007') && itemsOf(group.ContentSequence).some((item) => isCalled(item, '112040')))
    .some(isOnImage)
