import { TextField } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { CategoriesField } from '../management/edit/categories-field.tsx'
import { LIMITS } from '../management/management-rules.ts'
import type { AboutGame } from './new-game-rules.ts'

type Props = {
  field: (name: keyof AboutGame) => { name: string; error: string | undefined; defaultValue: string | undefined }
}

/** The texts that visitors read about a new game, and the size for which it was made. */
export function AboutFields({ field }: Props) {
  const props = (name: keyof AboutGame) => {
    const { error, defaultValue, ...rest } = field(name)
    return { ...rest, ...(error !== undefined && { error }), ...(defaultValue !== undefined && { defaultValue }) }
  }
  return (
    <>
      <TextField {...props('title')} label="Title" hint="required" maxLength={LIMITS.title} required />
      <CategoriesField {...field('categories')} />
      <TextArea {...props('description')} label="Description" hint="optional" rows={5} />
      <div className="managed-columns">
        <TextField {...props('width')} label="Width" hint="pixels" inputMode="numeric" placeholder="1280" />
        <TextField {...props('height')} label="Height" hint="pixels" inputMode="numeric" placeholder="720" />
        <SelectField {...props('phones')} label="Works on phones">
          <option value="">Unknown</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </SelectField>
      </div>
      <p className="quiet managed-note">
        The size decides the shape of the game, and whether it is upright or wide. The frame is at least 600 pixels high
        on desktops, with bands around a game that is wider. Without a size, the game fills the frame.
      </p>
      <TextArea {...props('howToPlay')} label="Instructions" hint="optional, one step per line" rows={3} />
      <TextArea {...props('controls')} label="Controls" hint="optional, one per line, such as “W, ↑: jump”" rows={3} />
    </>
  )
}
