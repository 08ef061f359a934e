/** Props of all dialogs about selected items. */
export interface ItemsDialogProps {
  slug: string;
  items: readonly number[];
  onClose: () => void;
  onDone: () => void;
}
