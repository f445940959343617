import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/floating/dialog.tsx'
import { ReportGameFields, SendGameReport, useReportGameForm } from './report-game-form.tsx'
import { reportGameHref } from './report-rules.ts'

type Props = { game: { slug: string; title: string }; onClose: () => void }

export default function ReportGameDialog({ game: { slug, title }, onClose }: Props) {
  const form = useReportGameForm({ action: reportGameHref(slug), onDone: onClose })
  return (
    <Dialog
      title={`Report ${title}`}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SendGameReport form={form} />
        </>
      }
    >
      <ReportGameFields form={form} />
    </Dialog>
  )
}
