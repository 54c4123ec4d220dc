export { rendererKind } from './renderer.ts';
export type { Renderer, ReportContent, Row, RowForm, RowForms, RowTable } from './renderer.ts';
export { rowsSection } from './rows/rows-section.ts';
export type { RowRecord, RowsSectionRequest, RowText } from './rows/rows-section.ts';
export { claimsSection, entitiesSection, relationshipsSection, sourcesSection } from './sections/plain-tables.ts';
export { reportsSection } from './sections/reports.ts';
export type { ReportsSectionRequest } from './sections/reports.ts';
export type { TableSectionRequest } from './sections/table-section.ts';
export { claims, entities, relationships, reports, sources } from './sections/plugins.ts';
export { compact, compactRenderer } from './compact/renderer.ts';
export { graphrag, graphragRenderer } from './graphrag/renderer.ts';
export {
  graphragClaims,
  graphragEntities,
  graphragForms,
  graphragRelationships,
  graphragReports,
  graphragSources,
} from './graphrag/forms.ts';
export { embeddedText, historyAhead } from './graphrag/history.ts';
export type { HistoryOptions } from './graphrag/history.ts';
export type { GraphragFormOptions } from './graphrag/forms.ts';
export { csvCell, csvRow, headingLine, headingWithHeader, plainRow, pythonFloat, textOrNan, weightText } from './graphrag/text.ts';
export { stripCitationMarks } from './text/citation-marks.ts';
export { historyOf } from './text/history.ts';
export type { History } from './text/history.ts';
export { shorten } from './text/shorten.ts';
