import { formatCount } from '../../lib/text.ts'
import { FieldFrame } from '../../ui/fields/field-frame.tsx'
import { ARCHIVE_LIMITS } from './archive/archive-rules.ts'
import { useUploadShare } from './upload-progress.ts'

const MOST_MB = ARCHIVE_LIMITS.bytes >> 20

type Props = { error?: string | undefined }

/** The field for the zip of a game, with the progress of its upload. */
export function ZipField({ error }: Props) {
  const share = useUploadShare()
  return (
    <FieldFrame
      label="Game zip file"
      hint={`with its index.html, at most ${MOST_MB} MB and ${formatCount(ARCHIVE_LIMITS.files)} files`}
      error={error}
    >
      {(described) => (
        <>
          <input {...described} type="file" name="zip" accept=".zip,application/zip,application/x-zip-compressed" />
          {share !== null && (
            <div className="zip-progress">
              <progress max={1} value={share} aria-label="Upload" />
              <span>{share < 1 ? `${Math.floor(share * 100)}% uploaded` : 'Checking and unpacking...'}</span>
            </div>
          )}
        </>
      )}
    </FieldFrame>
  )
}
