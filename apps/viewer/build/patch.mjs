import { readFile } from 'node:fs/promises'

const ndarrayView = (await readFile(new URL('./ndarray-view.js', import.meta.url), 'utf8')).replace('export function', 'function')
const COMPILE = /function compileConstructor\(dtype, dimension\) \{/g

/** The functions of PS3.3 section C.11.2.1. Any other value counts as the first. */
const VOI_LUT_FUNCTIONS = "['LINEAR', 'LINEAR_EXACT', 'SIGMOID']"

/** Ultrasound, its multi-frame kind, and nuclear medicine, as DICOM stored them at first. */
const RETIRED_IMAGES = ['6', '3', '5'].map((last) => `1.2.840.10008.5.1.4.1.1.${last}`)

/** The patches of OHIF's code. `marker` finds the place. The build stops if a new version of OHIF lacks one of the places. */
const PATCHES = [
  {
    name: 'ndarray without new Function',
    marker: COMPILE,
    replacement: (found) =>
      `${ndarrayView}${found}\nreturn makeNdarrayConstructor(dtype, dimension, CACHED_CONSTRUCTORS[dtype], order);`,
  },
  {
    // Without a patient ID the header would say "Multiple Patients".
    name: 'one patient without an id is one patient',
    marker: /if \(instance\.PatientID !== PatientID\) \{/g,
    replacement: () => 'if ((instance.PatientID || null) !== PatientID) {',
  },
  {
    // Otherwise a comparison starts with its first stage: four viewports, two of them empty if each study has one series.
    name: 'two studies side by side can be asked for by an address',
    marker: /name: '2x1',/g,
    replacement: (found) => `id: '2x1', ${found}`,
  },
  {
    // A browser keeps sixteen contexts for a page and its frames, and drops the oldest beyond that. A reading page has two viewers.
    name: 'three WebGL contexts for each viewer',
    marker: /webGlContextCount: 7,/g,
    replacement: () => 'webGlContextCount: 3,',
  },
  {
    // OHIF gives the loader a text such as SIGMOID, and the loader takes its first letter. Every image that names its function would stay black.
    name: 'the VOI LUT function is a text',
    marker: /\(voiLutModule\.voiLUTFunction\?\.length &&\s+voiLutModule\.voiLUTFunction\[0\]\) \|\|/g,
    replacement: () => `${VOI_LUT_FUNCTIONS}.find((known) => known === [voiLutModule.voiLUTFunction].flat()[0]) ||`,
  },
  {
    // OHIF would sort images without a number by their UIDs, which say nothing. The gateway has put them in order.
    name: 'images with the same number stay in their order',
    marker: /return compare\(a\.SOPInstanceUID, b\.SOPInstanceUID\) \|\| compare\(a\.frameNumber, b\.frameNumber\);/g,
    replacement: () => 'return compare(a.frameNumber, b.frameNumber);',
  },
  {
    // dcmjs gives every overlay plane (60xx) the same keywords, so a second one would replace the first. OHIF looks for their tags and would find none.
    name: 'overlay planes keep their tags',
    marker:
      /(?<=var data = dataset\[tag\];\s+var punctuatedTag = DicomMetaDictionary\.punctuateTag\(tag\);\s+var entry = )DicomMetaDictionary\.dictionary/g,
    replacement: (found) => `!/^60/.test(tag) && ${found}`,
  },
  {
    // Ultrasound and nuclear medicine of the first edition of DICOM (PS3.6 lists them as retired). Old archives are full of them.
    name: 'retired kinds of images are images',
    marker:
      /(?<=const (?:imagesTypes|getSopClassHandlerModule_sopClassUids) = \[)(?=sopClassDictionary\.ComputedRadiographyImageStorage)/g,
    replacement: () => RETIRED_IMAGES.map((uid) => `'${uid}', `).join(''),
  },
  {
    // OHIF would draw the head of the part as the beginning of the curve, and other samples than of 16 bits as nonsense.
    name: 'a waveform is read without the head of its part',
    marker: /buffer = await response\.arrayBuffer\(\);(?=\s+\} else \{\s+console\.warn\('\[ECGViewport\])/g,
    replacement: () => `const whole = await response.arrayBuffer();
      const isMultipart = (response.headers.get('content-type') ?? '').includes('multipart');
      const start = isMultipart ? new TextDecoder('latin1').decode(whole.slice(0, 1000)).indexOf('\\r\\n\\r\\n') + 4 : 0;
      if (bitsAllocated !== 16) throw new Error('samples of ' + bitsAllocated + ' bits');
      buffer = whole.slice(start, start + 2 * numberOfChannels * numberOfSamples);`,
  },
  {
    // OHIF would draw into the layer of a drawing that has ended. The next one clears what it does not know, and an overlay was missing at times.
    name: 'overlays are drawn with the drawing that asks for them',
    marker:
      /this\._getCachedStat\(imageId, overlayMetadata, this\.configuration\.fillColor\)\.then\(cachedStat => \{\s+cachedStat\.overlays\.forEach\(overlay => \{\s+this\._renderOverlay\(enabledElement, svgDrawingHelper, overlay\);\s+\}\);\s+\}\);/g,
    replacement: () => `if (overlays.some(overlay => overlay.pixelData && !overlay.dataUrl))
        this._getCachedStat(imageId, overlayMetadata, this.configuration.fillColor).then(() => viewport.render());
      else overlays.forEach(overlay => overlay.dataUrl && this._renderOverlay(enabledElement, svgDrawingHelper, overlay));`,
  },
  {
    // It read "Something went wrongfalse."
    name: 'the title of an error has words only',
    marker: /\$\{!isProduction && (?=` \$\{t\('in'\)\} \$\{context\}`\}\.`)/g,
    replacement: () => "${isProduction ? '' : ",
  },
  {
    // OHIF shows a measurement report by the marks on its images, and one that measured nothing as an empty viewport.
    name: 'a measurement report without measurements is shown as text',
    marker:
      /const isImagingMeasurementReport = ConceptNameCodeSequence\?\.CodeValue === enums\/\* \.CodeNameCodeSequenceValues\.ImagingMeasurementReport \*\/\.\w+\.ImagingMeasurementReport(?=;)/g,
    replacement: (found) => `${found} && window.readroomHanging.hasMarks(instance.ContentSequence)`,
  },
  {
    name: 'an image without a number has none',
    marker: /return parseInt\(instanceNumber\);/g,
    replacement: () => 'return Number.isNaN(parseInt(instanceNumber)) ? undefined : parseInt(instanceNumber);',
  },
]

/** Applies every patch that fits, and adds its name to `applied`. */
export function patchScript(source, applied) {
  return PATCHES.reduce((code, { name, marker, replacement }) => {
    if (code.search(marker) < 0) return code
    applied.add(name)
    return code.replaceAll(marker, replacement)
  }, source)
}

/** Throws if a patch found its place nowhere. */
export function requireAllPatches(applied) {
  const missing = PATCHES.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`This version of @ohif/app no longer has the place to patch: ${missing.join(', ')}`)
}
