/** A finding that is expected of a real index: severity, code (with its part after a blank), how many of how many, and what it comes from. */
export type Explained = readonly ['hurts' | 'note', code: string, count: number, total: number, why: string];

const FRESH: readonly Explained[] = [
  ['hurts', 'entity-without-community', 3, 23, 'AGENT CRUZ, AGENT MERCER and MARTIANS have no relationship, so the clustering left them out; in an index of 23 entities that is an eighth.'],
  ['note', 'claim-subject-missing', 1, 22, 'One claim is about SHADOWS, which was not extracted as an entity.'],
  ['note', 'claim-without-subject', 8, 22, 'In 8 text units the extractor found no claim, and GraphRAG wrote a row with an empty subject for each.'],
  ['note', 'entity-name-near', 1, 23, 'AGENTS ALEX MERCER is AGENT ALEX MERCER, read out of an enumeration.'],
  ['note', 'entity-isolated', 3, 23, 'The same three entities as above.'],
];

/** Every finding of every real index among the shared fixtures, explained; the documentation shows the same lines. */
export const EXPLAINED: Readonly<Record<string, readonly Explained[]>> = {
  'dulce-0.3': [
    ['hurts', 'id-repeated relationships', 207, 276, 'Each of the 69 relationships stands four times under one id, word for word.'],
    ['hurts', 'claim-subject-missing', 12, 89, 'Claims say AGENT TAYLOR CRUZ where the entity is TAYLOR CRUZ: an honorific more, and no claim is found.'],
    ['hurts', 'entity-without-community', 185, 217, 'The clustering kept the largest piece of the graph alone; 185 of 217 entities are outside of it.'],
    ['hurts', 'entity-isolated', 185, 217, 'The same 185 entities: the index has 69 relationships, among 32 of its entities.'],
    ['hurts', 'space-missing community_full_content', 1, 3, 'Version 0.3 embedded entities alone.'],
    ['hurts', 'space-missing text_unit_text', 1, 3, 'Version 0.3 embedded entities alone.'],
    ['note', 'communities-derived', 6, 6, 'The table of communities is not in the folder; communities were made out of nodes and reports.'],
    ['note', 'table-missing documents', 1, 6, 'The table of documents is not in the folder.'],
    ['note', 'entity-name-near', 3, 217, 'Singular and plural: ALIEN SIGNAL and ALIEN SIGNALS are two entities.'],
    ['note', 'entity-without-description', 2, 217, 'EXTRATERRESTRIAL COMMUNICATION and EXTRATERRESTRIAL SIGNALS were named and not described.'],
  ],
  'dulce-1.2': [
    ['hurts', 'entity-without-description', 48, 373, 'LONDON, ENGLAND and 46 others were named as ends of relationships and never described.'],
    ['note', 'claim-subject-missing', 13, 178, 'The extractor wrote its apology ("There are no claims …") where the subject belongs.'],
    ['note', 'claim-without-subject', 3, 178, 'Claims with nothing in them: replies that list none.'],
    ['note', 'entity-without-community', 20, 373, 'ALHAMIA PRISON, E FLAT and others are in small pieces that the clustering left out.'],
    ['note', 'entity-name-near', 2, 373, 'NORTH HAMPTON is NORTHAMPTON; ALBUMS is ALBUM.'],
    ['note', 'hub', 14, 373, 'JACOB COLLIER (114), PARANORMAL MILITARY SQUAD (104) and other main characters; the median is 2.'],
    ['note', 'entity-isolated', 2, 373, 'HARRY CONNICK SHOW and MARBLE MACHINE.'],
    ['note', 'graph-in-pieces', 18, 371, 'Pieces beside the large one, such as E FLAT and E NATURAL.'],
  ],
  'dulce-2.7': [
    ['hurts', 'claim-subject-missing', 3, 17, 'AGENT ALEX MERCER and DR. JORDAN HAYES carry titles that the entities do not; the third is an apology of the extractor.'],
    ['hurts', 'entity-without-community', 2, 18, 'CRASH SITE and ALIEN TECHNOLOGY are joined with each other alone, so the clustering left them out.'],
    ['hurts', 'entity-without-description', 4, 18, 'DULCE, AGENT CRUZ, BRIEFING ROOM and ALIEN TECHNOLOGY are ends of relationships that were never described.'],
    ['note', 'list-of-null', 2, 2, 'No community has a child, so the type of the lists was lost.'],
    ['note', 'graph-in-pieces', 2, 18, 'The same two entities.'],
  ],
  'dulce-3.1': [
    ['hurts', 'text-unit-missing', 5, 248, 'The document lists five text units that are not in the table.'],
    ['hurts', 'relationship-end-missing', 2, 107, 'ELEVATOR and CONCRETE HALLWAY lead to DULCE BASE, which is no entity (DULCE is).'],
    ['hurts', 'claim-subject-missing', 7, 41, 'AGENTS ALEX MERCER, DR. JORDAN HAYES, DRONE and others are no entities under these names.'],
    ['note', 'level-longer-than-source', 1, 2, 'The story has 5,241 tokens, the reports of level 0 have 6,685.'],
  ],
  'verbs-3.1': [
    ['hurts', 'relationship-end-missing', 84, 978, '32 names such as SUZANNE SHELL stand at ends of relationships only.'],
    ['hurts', 'claim-subject-missing', 71, 406, 'Subjects such as WOMAN and CLIMATE are no entities; some are whole sentences.'],
    ['hurts', 'space-missing entity_description', 1, 3, 'The folder is test data of a pipeline and has no vectors.'],
    ['hurts', 'space-missing community_full_content', 1, 3, 'The folder is test data of a pipeline and has no vectors.'],
    ['hurts', 'space-missing text_unit_text', 1, 3, 'The folder is test data of a pipeline and has no vectors.'],
    ['note', 'tables-in-two-formats', 4, 4, 'Four tables lie there as CSV as well; the parquet ones are taken.'],
    ['note', 'entity-without-community', 25, 529, 'MR. TOPPER, LORD MAYOR and others are in small pieces that the clustering left out.'],
    ['note', 'report-cites-missing', 2, 122, 'Two reports cite numbers past the last entity (759, 823): made up.'],
    ['note', 'report-cites-elsewhere', 1, 122, 'The report on "Cedar Grove Clinic" has nothing to do with its community or with the book: the model made it up.'],
    ['note', 'entity-name-near', 15, 529, 'A CHRISTMAS CAROL and CHRISTMAS CAROL are one; CHAIN and CHAIR are not, which is why these are notes.'],
    ['note', 'report-long-for-local', 3, 122, 'Three reports are longer than the 1,800 tokens that GraphRAG leaves to all reports of a local search.'],
    ['note', 'level-longer-than-source', 1, 4, 'The reports of level 1 have 60,210 tokens, the book has 50,715.'],
    ['note', 'hub', 8, 529, 'SCROOGE (158) and EBENEZER SCROOGE (87), who are one man, and other main characters; the median is 2.'],
    ['note', 'entity-isolated', 1, 529, 'MR. TOPPER.'],
    ['note', 'graph-in-pieces', 45, 528, 'Pieces beside the large one: LORD MAYOR, ST. DUNSTAN and other passing mentions.'],
  ],
  'fresh-3.3-parquet': FRESH,
  'fresh-3.3-csv': FRESH,
};
