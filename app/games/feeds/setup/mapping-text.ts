import { MAPPED_FIELDS, type MappedField, type Mapping } from '../../import/mapping/guess-mapping.ts'

/** The display name of each field that a feed may fill. */
export const MAPPED_LABELS: Readonly<Record<MappedField, string>> = {
  url: 'Play URL',
  title: 'Title',
  picture: 'Picture',
  smallPicture: 'Small picture',
  id: 'ID',
  width: 'Width',
  height: 'Height',
  category: 'Category',
  tags: 'Tags',
  description: 'Description',
  instructions: 'Instructions',
  phones: 'Works on phones',
}

/** The fields of a mapping with the path of each, in the order of the form. */
export function mappedEntries(mapping: Mapping): [MappedField, string][] {
  return MAPPED_FIELDS.flatMap((field): [MappedField, string][] => (mapping[field] ? [[field, mapping[field]]] : []))
}

/** Returns a mapping as a query string, for a hidden field of the form that saves it. */
export function mappingText(mapping: Mapping): string {
  return new URLSearchParams(mappedEntries(mapping)).toString()
}
