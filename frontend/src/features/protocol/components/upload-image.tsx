import { Button, FileButton, Modal, Stack } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { ProblemAlert } from "@/components/problem-alert";

import { useGuidelineImage } from "../api";

/** Uploads an image for the guidelines, and gives the line that shows it. */
export function UploadImage({ slug }: { slug: string }) {
  const { t } = useTranslation("protocol");
  const upload = useGuidelineImage(slug);
  return (
    <>
      <FileButton
        accept="image/png,image/jpeg,image/webp"
        onChange={(file) => {
          if (file) upload.mutate(file);
        }}
      >
        {(props) => (
          <Button
            variant="default"
            leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
            loading={upload.isPending}
            {...props}
          >
            {t("image.upload")}
          </Button>
        )}
      </FileButton>
      <Modal
        opened={upload.isSuccess || upload.isError}
        onClose={upload.reset}
        title={t("image.title")}
        closeButtonProps={{ "aria-label": t("image.close") }}
      >
        <Stack>
          {upload.error && <ProblemAlert error={upload.error} />}
          {upload.data && (
            <>
              <p>{t("image.hint")}</p>
              <CodeCopy label={t("image.line")} wrap>
                {`![${t("image.shows")}](${upload.data.name})`}
              </CodeCopy>
            </>
          )}
        </Stack>
      </Modal>
    </>
  );
}
