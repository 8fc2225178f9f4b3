import { newUid } from '@readroom/orthanc/testing/make-image'
import { bandCount, type Colour, colours, colourTags, grey, greyTags, side, type Tags } from './pictures.ts'

const values = [0, 400, 1200, 1800, 2200, 2800, 3600, 4095]
const ramp: readonly Colour[] = values.map((value) => grey(value / 4095))
const depth = { allocated: 16, stored: 12 } as const
const whole = { WindowCenter: '2048', WindowWidth: '4096' }
/** Three frames. The others are the first upside down. */
const three = greyTags([values, values.toReversed(), values.toReversed()], depth)
const one = greyTags([values], depth)
const frameOfReference = newUid()

const plane = { ImageOrientationPatient: ['1', '0', '0', '0', '1', '0'], ImagePositionPatient: ['0', '0', '0'] }

/** Functional groups of three frames, 5 mm apart (PS3.3 section C.7.6.16). */
const groups = (isColour = false): Tags => ({
  FrameOfReferenceUID: frameOfReference,
  SharedFunctionalGroupsSequence: [
    {
      PixelMeasuresSequence: [{ PixelSpacing: ['1', '1'], SliceThickness: '5', SpacingBetweenSlices: '5' }],
      PlaneOrientationSequence: [{ ImageOrientationPatient: plane.ImageOrientationPatient }],
      ...(!isColour && {
        FrameVOILUTSequence: [whole],
        PixelValueTransformationSequence: [{ RescaleSlope: '1', RescaleIntercept: '0', RescaleType: 'US' }],
      }),
    },
  ],
  PerFrameFunctionalGroupsSequence: [0, 5, 10].map((z) => ({
    PlanePositionSequence: [{ ImagePositionPatient: ['0', '0', String(z)] }],
    FrameContentSequence: [{ StackID: '1', InStackPositionNumber: z / 5 + 1, DimensionIndexValues: [z / 5 + 1] }],
  })),
})

type PixelObject = [name: string, sopClass: string, modality: string, tags: Tags, picture: readonly Colour[]]

/** Objects with pixels, each by its storage class. */
export const pixelObjects: PixelObject[] = [
  [
    'CT',
    '2',
    'CT',
    { ...one, ...whole, ...plane, FrameOfReferenceUID: frameOfReference, RescaleSlope: '1', RescaleIntercept: '0' },
    ramp,
  ],
  ['MR', '4', 'MR', { ...one, ...whole, ...plane }, ramp],
  ['PET', '128', 'PT', { ...one, ...whole, ...plane, Units: 'BQML' }, ramp],
  ['digital radiograph', '1.1', 'DX', { ...one, ...whole }, ramp],
  ['ultrasound, colour', '6.1', 'US', colourTags('RGB'), colours],
  ['ultrasound cine', '3.1', 'US', { ...colourTags('RGB', { frames: 3 }), FrameTime: '40' }, colours],
  ['ultrasound, retired class', '6', 'US', { ...one, ...whole }, ramp],
  ['angiography cine', '12.1', 'XA', { ...three, ...whole, FrameTime: '66' }, ramp],
  ['fluoroscopy cine', '12.2', 'RF', { ...three, ...whole, FrameTime: '66' }, ramp],
  ['nuclear medicine', '20', 'NM', { ...three, ...whole }, ramp],
  ['enhanced CT', '2.1', 'CT', { ...three, ...groups() }, ramp],
  ['enhanced MR', '4.1', 'MR', { ...three, ...groups() }, ramp],
  ['enhanced PET', '130', 'PT', { ...three, ...groups() }, ramp],
  ['enhanced angiography', '12.1.1', 'XA', { ...three, ...groups() }, ramp],
  ['enhanced ultrasound volume', '6.2', 'US', { ...three, ...groups() }, ramp],
  ['breast tomosynthesis', '13.1.3', 'MG', { ...three, ...groups() }, ramp],
  ['secondary capture', '7', 'OT', { ...one, ...whole }, ramp],
  ['multi-frame secondary capture, grey', '7.3', 'OT', { ...three, ...whole }, ramp],
  ['multi-frame secondary capture, colour', '7.4', 'OT', colourTags('RGB', { frames: 3 }), colours],
  ['photograph', '77.1.4', 'XC', colourTags('RGB'), colours],
  ['endoscopy', '77.1.1', 'ES', colourTags('RGB'), colours],
  [
    'whole slide',
    '77.1.6',
    'SM',
    {
      ...colourTags('RGB', { frames: 3 }),
      ImageType: ['ORIGINAL', 'PRIMARY', 'VOLUME', 'NONE'],
      TotalPixelMatrixColumns: side,
      TotalPixelMatrixRows: side * 3,
      DimensionOrganizationType: 'TILED_FULL',
    },
    colours,
  ],
  ['ophthalmic photograph', '77.1.5.1', 'OP', colourTags('RGB'), colours],
  ['radiotherapy image', '481.1', 'RTIMAGE', { ...one, ...whole }, ramp],
  [
    'radiotherapy dose',
    '481.2',
    'RTDOSE',
    {
      ...three,
      ...plane,
      FrameOfReferenceUID: frameOfReference,
      GridFrameOffsetVector: ['0', '5', '10'],
      DoseGridScaling: '1',
      DoseUnits: 'GY',
    },
    ramp,
  ],
]

const code = (CodeValue: string, CodingSchemeDesignator: string, CodeMeaning: string) => ({
  CodeValue,
  CodingSchemeDesignator,
  CodeMeaning,
})
const referenced = ({ sop, sopClass }: Reference) => ({ ReferencedSOPClassUID: sopClass, ReferencedSOPInstanceUID: sop })

/** The image that documents are about. */
export type Reference = { study: string; series: string; sop: string; sopClass: string }

const evidence = (image: Reference) => [
  {
    StudyInstanceUID: image.study,
    ReferencedSeriesSequence: [{ SeriesInstanceUID: image.series, ReferencedSOPSequence: [referenced(image)] }],
  },
]

const report = (image: Reference, title: ReturnType<typeof code>): Tags => ({
  ValueType: 'CONTAINER',
  ContinuityOfContent: 'SEPARATE',
  CompletionFlag: 'COMPLETE',
  VerificationFlag: 'UNVERIFIED',
  ContentDate: '20260102',
  ContentTime: '100000',
  ConceptNameCodeSequence: [title],
  CurrentRequestedProcedureEvidenceSequence: evidence(image),
  ContentSequence: [
    {
      RelationshipType: 'CONTAINS',
      ValueType: 'TEXT',
      ConceptNameCodeSequence: [code('121071', 'DCM', 'Finding')],
      TextValue: 'A finding in words',
    },
  ],
})

const pdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text.length % 2 === 0 ? text : `${text} `)).buffer

const segmentation = (image: Reference): Tags => {
  const { PixelData: _pixels, ...tags } = greyTags([Array.from({ length: bandCount }, () => 0)], { allocated: 8 })
  return {
    ...tags,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    PixelData: new Uint8Array((side * side) / 8).fill(0xf0).buffer,
    NumberOfFrames: '1',
    SegmentationType: 'BINARY',
    FrameOfReferenceUID: frameOfReference,
    ContentLabel: 'SEGMENTS',
    SegmentSequence: [
      {
        SegmentNumber: 1,
        SegmentLabel: 'Half',
        SegmentAlgorithmType: 'MANUAL',
        SegmentedPropertyCategoryCodeSequence: [code('T-D0050', 'SRT', 'Tissue')],
        SegmentedPropertyTypeCodeSequence: [code('T-D0050', 'SRT', 'Tissue')],
      },
    ],
    ReferencedSeriesSequence: [{ SeriesInstanceUID: image.series, ReferencedInstanceSequence: [referenced(image)] }],
    SharedFunctionalGroupsSequence: [
      {
        PixelMeasuresSequence: [{ PixelSpacing: ['1', '1'], SliceThickness: '5' }],
        PlaneOrientationSequence: [{ ImageOrientationPatient: plane.ImageOrientationPatient }],
        SegmentIdentificationSequence: [{ ReferencedSegmentNumber: 1 }],
      },
    ],
    PerFrameFunctionalGroupsSequence: [
      {
        PlanePositionSequence: [{ ImagePositionPatient: plane.ImagePositionPatient }],
        DerivationImageSequence: [{ SourceImageSequence: [referenced(image)] }],
      },
    ],
  }
}

const structures = (image: Reference): Tags => ({
  StructureSetLabel: 'Structures',
  FrameOfReferenceUID: frameOfReference,
  ReferencedFrameOfReferenceSequence: [
    {
      FrameOfReferenceUID: frameOfReference,
      RTReferencedStudySequence: [
        {
          ReferencedSOPClassUID: '1.2.840.10008.3.1.2.3.1',
          ReferencedSOPInstanceUID: image.study,
          RTReferencedSeriesSequence: [{ SeriesInstanceUID: image.series, ContourImageSequence: [referenced(image)] }],
        },
      ],
    },
  ],
  StructureSetROISequence: [
    { ROINumber: '1', ROIName: 'Outline', ReferencedFrameOfReferenceUID: frameOfReference, ROIGenerationAlgorithm: 'MANUAL' },
  ],
  ROIContourSequence: [
    {
      ReferencedROINumber: '1',
      ROIDisplayColor: ['255', '0', '0'],
      ContourSequence: [
        {
          ContourImageSequence: [referenced(image)],
          ContourGeometricType: 'CLOSED_PLANAR',
          NumberOfContourPoints: '3',
          ContourData: ['10', '10', '0', '40', '10', '0', '40', '40', '0'],
        },
      ],
    },
  ],
  RTROIObservationsSequence: [{ ObservationNumber: '1', ReferencedROINumber: '1', RTROIInterpretedType: 'ORGAN' }],
})

const presentation = (image: Reference): Tags => ({
  ContentLabel: 'MARKED',
  PresentationCreationDate: '20260102',
  PresentationCreationTime: '100000',
  ReferencedSeriesSequence: [{ SeriesInstanceUID: image.series, ReferencedImageSequence: [referenced(image)] }],
  DisplayedAreaSelectionSequence: [
    {
      DisplayedAreaTopLeftHandCorner: [1, 1],
      DisplayedAreaBottomRightHandCorner: [side, side],
      PresentationSizeMode: 'SCALE TO FIT',
    },
  ],
  PresentationLUTShape: 'IDENTITY',
})

const waveform: Tags = {
  WaveformSequence: [
    {
      MultiplexGroupTimeOffset: '0',
      WaveformOriginality: 'ORIGINAL',
      NumberOfWaveformChannels: 1,
      NumberOfWaveformSamples: 100,
      SamplingFrequency: '100',
      ChannelDefinitionSequence: [
        {
          ChannelSourceSequence: [code('2:1', 'MDC', 'Lead I')],
          ChannelSensitivity: '1',
          ChannelSensitivityUnitsSequence: [code('uV', 'UCUM', 'microvolt')],
          ChannelSensitivityCorrectionFactor: '1',
          ChannelBaseline: '0',
          ChannelSampleSkew: '0',
          WaveformBitsStored: 16,
        },
      ],
      WaveformBitsAllocated: 16,
      WaveformSampleInterpretation: 'SS',
      WaveformData: Int16Array.from({ length: 100 }, (_, at) => (at < 50 ? -300 : 300)).buffer,
      _vrMap: { WaveformData: 'OW' },
    },
  ],
}

const diagnostic = code('18748-4', 'LN', 'Diagnostic imaging study')
const finding = 'A finding in words'
/** What the viewer shows of an object without pixels: words that it writes, or a curve that rises in its middle. `seen`: the same for the table. */
export type Content = { text: string; seen: string; isCurve?: true }
const asText: Content = { text: finding, seen: 'shown as text' }
const asPdf: Content = { text: 'PDF viewer', seen: "shown by the browser's PDF viewer" }
const asCurve: Content = { text: '', seen: 'drawn', isCurve: true }
/** The viewer draws marks over their image, and asks first. */
const asMarks = (text: string): Content => ({ text, seen: 'listed; drawn over its image after a question' })
const reports: [name: string, sopClass: string][] = [
  ['basic text report (SR)', '88.11'],
  ['enhanced report (SR)', '88.22'],
  ['comprehensive report (SR)', '88.33'],
  ['comprehensive 3D report (SR)', '88.34'],
]
const encapsulated = (type: string, text: string): Tags => ({
  DocumentTitle: 'Report',
  MIMETypeOfEncapsulatedDocument: type,
  EncapsulatedDocument: bytesOf(text),
  _vrMap: { EncapsulatedDocument: 'OB' },
})

/** Objects without pixels of their own. `image`: the image that they are about. `content`: what the viewer shows of them; null if it shows none. */
export const otherObjects = (
  image: Reference,
): [name: string, sopClass: string, modality: string, tags: Tags, content: Content | null][] => [
  ...reports.map(
    ([name, sopClass]) =>
      [name, sopClass, 'SR', report(image, diagnostic), asText] satisfies [string, string, string, Tags, Content],
  ),
  [
    'measurement report without measurements (SR)',
    '88.22',
    'SR',
    report(image, code('126000', 'DCM', 'Imaging Measurement Report')),
    asText,
  ],
  ['radiation dose report (SR)', '88.67', 'SR', report(image, code('113701', 'DCM', 'X-Ray Radiation Dose Report')), null],
  ['key object selection', '88.59', 'KO', report(image, code('113000', 'DCM', 'Of Interest')), null],
  ['encapsulated PDF', '104.1', 'DOC', encapsulated('application/pdf', pdf), asPdf],
  ['encapsulated PDF of an ECG', '104.1', 'ECG', encapsulated('application/pdf', pdf), asPdf],
  ['encapsulated CDA', '104.2', 'DOC', encapsulated('text/xml', '<ClinicalDocument/>'), null],
  ['greyscale presentation state', '11.1', 'PR', presentation(image), null],
  ['segmentation', '66.4', 'SEG', segmentation(image), asMarks('SEG')],
  ['radiotherapy structure set', '481.3', 'RTSTRUCT', structures(image), asMarks('RTSTRUCT')],
  ['radiotherapy plan', '481.5', 'RTPLAN', { RTPlanLabel: 'Plan' }, null],
  ['ECG, 12 leads', '9.1.1', 'ECG', waveform, asCurve],
  ['ECG, general', '9.1.2', 'ECG', waveform, asCurve],
  ['spatial registration', '66.1', 'REG', { FrameOfReferenceUID: frameOfReference }, null],
  ['raw data', '66', 'OT', {}, null],
]
