import { DEFAULT_AUTHOR, type DraftFields, META_DESCRIPTION_SHOWN, META_TITLE_SHOWN } from '../blog-rules.ts'
import { lengthOf } from '../../lib/text.ts'
import { TextField } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { type FieldOf, withError } from './text-editor.tsx'

type Props = { fieldOf: FieldOf; typed: DraftFields }

/** The fields around the text of a post: picture, texts for search engines, author, category, tags. */
export function BlogDetails({ fieldOf, typed }: Props) {
  const { featuredImage } = typed
  return (
    <fieldset className="writing-details">
      <legend>Post details</legend>
      <div className="writing-featured">
        <TextField
          {...withError(fieldOf('featuredImage'))}
          label="Featured picture"
          hint="optional, a path on this site"
          placeholder="/files/..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {/^\/(?:files|play)\/./.test(featuredImage) && <img src={featuredImage} alt="" />}
      </div>
      <TextField
        {...withError(fieldOf('metaTitle'))}
        label="Meta title"
        hint={counted(typed.metaTitle, META_TITLE_SHOWN)}
        placeholder={typed.title}
        autoComplete="off"
      />
      <TextArea
        {...withError(fieldOf('metaDescription'))}
        label="Meta description"
        hint={counted(typed.metaDescription, META_DESCRIPTION_SHOWN)}
        rows={3}
      />
      <div className="writing-fields">
        <TextField
          {...withError(fieldOf('author'))}
          label="Author"
          hint="optional"
          placeholder={DEFAULT_AUTHOR}
          autoComplete="off"
        />
        <TextField {...withError(fieldOf('category'))} label="Category" hint="optional" autoComplete="off" />
      </div>
      <TextField {...withError(fieldOf('tags'))} label="Tags" hint="up to 10, separated by commas" autoComplete="off" />
    </fieldset>
  )
}

/** Length of a text, and the length that search engines show. */
function counted(words: string, shown: number): string {
  const letters = lengthOf(words)
  return `${letters}/${shown}${letters > shown ? ', the rest is cut off' : ''}`
}
