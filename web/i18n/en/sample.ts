/** The texts of workspaces with sample data. */
export const sample = {
  title: 'Sample data: nothing here is real',
  text: 'Nothing in this workspace reaches another system: no mail, no webhook and no filing.',
  close: 'Close the sample',
  closeText:
    'Deletes this workspace with all its records, files and people, and ends every session in it. Your other workspaces stay as they are.',
  closeSubmit: 'Delete all sample data',
}
