import type { ChosenFile } from "./parts";

/** What was dropped: files, and everything in folders. Has to be called in the event itself. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  // The list is emptied as soon as the event is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...data.files].map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map(filesOf))).flat();
}

/** What was picked in a dialog; a folder's files carry their path in it. */
export function pickedFiles(list: FileList): ChosenFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  // A folder is read in portions; an empty one is the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) break;
    inside.push(...portion);
  }
  return (await Promise.all(inside.map(filesOf))).flat();
}
