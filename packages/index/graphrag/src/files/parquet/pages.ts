import type { ColumnMetaData, Compressors, DecodedArray, PageHeader, SchemaTree } from 'hyparquet';
// The page level of the library: it gives levels and flat values, where the public functions build an array for each list.
import { parquetHeader } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';

/** The library's own account of a column, which it does not export by name. */
type ColumnDecoder = Parameters<typeof readDataPage>[2];

/** One leaf of the schema: where it lies and what its levels mean. */
export interface Leaf {
  /** From the root to the leaf. */
  readonly path: readonly SchemaTree[];
  /** The definition level of a value that is there. */
  readonly maxDefinition: number;
  /** 0 for a plain column, 1 for a list. */
  readonly maxRepetition: number;
  /** The definition level from which a list has an element, even if it is null. */
  readonly elementDefinition: number;
}

/** The kind of array that a column is decoded to. */
export interface ValueKind<A extends Int32Array | Float64Array | Float32Array> {
  allocate(length: number): A;
  /** Turns decoded values (numbers, bigints, booleans, byte arrays, dates) into that array. */
  from(values: DecodedArray): A;
}

/** The values of a page: those that are there, without gaps, and the levels that say where they belong. */
export interface Page<A> {
  /** Levels in the page: one a row of a plain column, one an element (or empty list) of a list. */
  readonly count: number;
  /** Empty when all are at the maximum. */
  readonly definitionLevels: readonly number[];
  /** Empty for a plain column. */
  readonly repetitionLevels: readonly number[];
  readonly values: A;
}

/** What levels of a leaf mean, from the schema. */
export function leafOf(path: readonly SchemaTree[]): Leaf {
  const whole = [...path];
  const repeated = whole.findIndex((node) => node.element.repetition_type === 'REPEATED');
  return {
    path,
    maxDefinition: getMaxDefinitionLevel(whole),
    maxRepetition: getMaxRepetitionLevel(whole),
    elementDefinition: repeated < 0 ? 0 : getMaxDefinitionLevel(whole.slice(0, repeated + 1)),
  };
}

/**
 * Decodes a column chunk page by page. A dictionary is converted once; pages that use it are looked up in what came out.
 *
 * @param bytes The chunk as it lies in the file.
 * @param compressors Decompress the codec of the chunk.
 * @throws Error whatever the decoder throws; the caller names file and column.
 */
export function* pagesOf<A extends Int32Array | Float64Array | Float32Array>(
  bytes: Buffer,
  chunk: ColumnMetaData,
  leaf: Leaf,
  kind: ValueKind<A>,
  compressors: Compressors,
): Generator<Page<A>> {
  const decoder = decoderOf(chunk, leaf, compressors);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  let dictionary: A | undefined;
  let remaining = Number(chunk.num_values);
  while (remaining > 0) {
    const header = parquetHeader(reader);
    const end = reader.offset + header.compressed_page_size;
    if (!(end >= reader.offset && end <= bytes.length)) throw new Error('a page reaches beyond its column');
    const body = bytes.subarray(reader.offset, end);
    reader.offset = end;
    if (header.type === 'DICTIONARY_PAGE') {
      dictionary = kind.from(meaning(readDictionary(body, header, decoder), decoder));
      continue;
    }
    const { count, encoded, page } = readData(body, header, decoder);
    remaining -= count;
    const values = encoded ? lookUp(page.dataPage, dictionary, kind) : kind.from(meaning(page.dataPage, decoder));
    yield { count, definitionLevels: page.definitionLevels ?? [], repetitionLevels: page.repetitionLevels, values };
  }
}

function decoderOf(chunk: ColumnMetaData, leaf: Leaf, compressors: Compressors): ColumnDecoder {
  const element = leaf.path.at(-1)?.element;
  if (element === undefined) throw new Error('a column without a place in the schema');
  return {
    pathInSchema: chunk.path_in_schema,
    type: chunk.type,
    element,
    schemaPath: [...leaf.path],
    codec: chunk.codec,
    parsers: DEFAULT_PARSERS,
    compressors,
  };
}

function readDictionary(body: Buffer, header: PageHeader, decoder: ColumnDecoder): DecodedArray {
  if (header.dictionary_page_header === undefined) throw new Error('a dictionary page without a header');
  const page = decompressPage(body, header.uncompressed_page_size, decoder.codec, decoder.compressors);
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  return readPlain(reader, decoder.type, header.dictionary_page_header.num_values, decoder.element.type_length);
}

function readData(body: Buffer, header: PageHeader, decoder: ColumnDecoder) {
  const first = header.data_page_header;
  if (header.type === 'DATA_PAGE' && first !== undefined) {
    const bytes = decompressPage(body, header.uncompressed_page_size, decoder.codec, decoder.compressors);
    return { count: first.num_values, encoded: isDictionary(first.encoding), page: readDataPage(bytes, first, decoder) };
  }
  const second = header.data_page_header_v2;
  if (header.type === 'DATA_PAGE_V2' && second !== undefined) {
    return { count: second.num_values, encoded: isDictionary(second.encoding), page: readDataPageV2(body, header, decoder) };
  }
  throw new Error(`a page of the unknown type ${header.type}`);
}

function isDictionary(encoding: string): boolean {
  return encoding.endsWith('_DICTIONARY');
}

/** Values whose meaning is not their physical type (dates, decimals, unsigned numbers) as what they mean; texts stay bytes. */
function meaning(values: DecodedArray, decoder: ColumnDecoder): DecodedArray {
  const { converted_type: converted, logical_type: logical } = decoder.element;
  const text = converted === 'UTF8' || converted === 'JSON' || converted === 'ENUM' || logical?.type === 'STRING';
  if (text || (converted === undefined && logical === undefined)) return values;
  return convert(values, { ...decoder, utf8: false });
}

function lookUp<A extends Int32Array | Float64Array | Float32Array>(
  indexes: DecodedArray,
  dictionary: A | undefined,
  kind: ValueKind<A>,
): A {
  const values = kind.allocate(indexes.length);
  if (dictionary === undefined && indexes.length > 0) throw new Error('a page that needs a dictionary, and none before it');
  for (let i = 0; i < values.length; i++) {
    const value = dictionary?.[Number(indexes[i])];
    if (value === undefined) throw new Error('a page that points beyond its dictionary');
    values[i] = value;
  }
  return values;
}
