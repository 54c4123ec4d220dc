import { unzipSync } from 'node:zlib';
import type { ColumnMetaData, Compressors } from 'hyparquet';
import { snappyUncompressor } from 'hysnappy';

/** What GraphRAG writes, and what the system itself decompresses several times faster than a portable library. */
const common: Compressors = { SNAPPY: snappyUncompressor(), GZIP: (input) => unzipSync(input) };

/** What decompresses a codec. The library of the others is loaded where a file needs it. */
export async function compressorsFor(codec: ColumnMetaData['codec']): Promise<Compressors> {
  if (codec === 'UNCOMPRESSED' || common[codec] !== undefined) return common;
  const { compressors } = await import('hyparquet-compressors');
  return compressors;
}
